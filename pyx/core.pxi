include "position.pxi"
