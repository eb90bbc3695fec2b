"""The page of the server as files for any web server, with the engine in WebAssembly."""
