// Pyodide's Python under Node: `python.mjs -m MODULE ARGUMENT...`, `python.mjs -c CODE` or `python.mjs FILE`,
// with this project and what build/wasm/packages holds. Paths are those of this machine.
import { fileURLToPath } from "node:url";
import { loadPyodide } from "../../../build/wasm/pyodide/pyodide.mjs";

const project = fileURLToPath(new URL("../../..", import.meta.url)).replace(/\/$/, "");
const python = await loadPyodide({ env: { HOME: "/home/pyodide", ...process.env } });
for (const folder of new Set([`/${project.split("/")[1]}`, "/tmp"])) {
  python.FS.mkdirTree(folder);
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, folder);
}
python.globals.set("words", python.toPy(process.argv.slice(2)));
python.globals.set("folders", python.toPy([process.cwd(), project, `${project}/build/wasm/packages`]));
process.exitCode = python.runPython(`
import os, runpy, sys
os.chdir(folders[0])
sys.path[:0] = folders[1:]
code = 0
try:
    if words[0] == "-m":
        sys.argv = words[1:]
        runpy.run_module(words[1], run_name="__main__", alter_sys=True)
    elif words[0] == "-c":
        sys.argv = ["-c", *words[2:]]
        exec(words[1], {"__name__": "__main__"})
    else:
        sys.argv = words[:]
        runpy.run_path(words[0], run_name="__main__")
except SystemExit as ended:
    code = ended.code if isinstance(ended.code, int) else ended.code is not None
    if isinstance(ended.code, str):
        print(ended.code, file=sys.stderr)
sys.stdout.flush()
int(code)
`);
