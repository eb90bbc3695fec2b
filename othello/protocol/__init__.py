"""The engine's side of the text protocols UGI, GTP and NBoard's.

`loop` reads and writes lines; `ugi`, `gtp` and `nboard` each speak one protocol. Nothing below this
package reads stdin, prints replies or knows which protocol is spoken.
"""
