"""The drawing's style sheet, ground patterns, and styles by feature."""

from westwall_tui.engine.board import Terrain

STYLES = """
text{font-family:"DejaVu Sans",Verdana,Arial,sans-serif;fill:#222}
.hex{stroke:#8d8672;stroke-opacity:.55;stroke-width:1}
.clear{fill:#f6f1e0}.mixed{fill:url(#mixed)}.grove{fill:url(#grove)}.woods{fill:url(#woods)}
.broken{fill:url(#broken)}.rough{fill:url(#rough)}.town{fill:#d6c9bd}.city{fill:#b9a8a0}.sea{fill:#86b4d8}
.houses{fill:#6f5148;stroke:#4b342d;stroke-width:.6}
.water{fill:none;stroke:#3f86c4;stroke-width:5;stroke-linecap:round;stroke-linejoin:round}
.canal{stroke:#2d5fa8;stroke-width:6}.canal2{stroke:#cfe3f5;stroke-width:2;stroke-dasharray:8 7}
.river{stroke:#2f74b8;stroke-width:12}
.way{fill:none;stroke-linecap:round;stroke-linejoin:round}
.case{stroke:#54331f;stroke-width:7}.road{stroke:#e7b65c;stroke-width:4}
.trail{stroke:#54331f;stroke-width:3;stroke-dasharray:7 5}
.rail{stroke:#222;stroke-width:1.6}.ties{stroke:#222;stroke-width:7;stroke-dasharray:1.6 7;stroke-linecap:butt}
.bridge{fill:none;stroke:#111;stroke-width:2.5;stroke-linejoin:round}
.cn{stroke:#12398a}.rl{stroke-dasharray:4 2.5}.st{stroke-width:1.6;stroke:#444}
.ferry{fill:#fff;stroke:#12398a;stroke-width:2}
.number{font-size:10px;fill:#37342c;text-anchor:middle}
.name{font-size:12.5px;text-anchor:middle;font-weight:bold}
.big{font-size:17px}.relief{font-weight:normal;font-style:italic;fill:#5a3b12}.hill{font-size:11px}
.blue{font-weight:normal;font-style:italic;fill:#12508f}.wide{font-size:14px}

.halo,.halo.relief,.halo.blue{fill:#fffdf4;fill-opacity:.85;stroke:#fffdf4;stroke-opacity:.85;stroke-width:3.5;stroke-linejoin:round}
.line{fill:none;stroke-width:5;stroke-linecap:round;stroke-linejoin:round;stroke-dasharray:15 9}
.label{font-size:15px;font-weight:bold;text-anchor:middle}
.entry{fill:none;stroke:#8a1f2d;stroke-width:3;stroke-linejoin:round}
.letter{font-size:20px;font-weight:bold;fill:#8a1f2d;text-anchor:middle}
.entries{font-size:13px;font-weight:bold;fill:#8a1f2d;text-anchor:middle}
.leads{font-size:13px;font-style:italic;text-anchor:middle}
.title{font-size:44px;font-weight:bold;letter-spacing:2}.plate{fill:#fffdf6;stroke:#222;stroke-width:3}.rule{fill:none;stroke:#222;stroke-width:1}
.rose{fill:#fffdf6;stroke:#222;stroke-width:1}.border{fill:none;stroke:#222;stroke-width:5}.note{font-size:17px}.small{font-size:14px}
.head{font-size:19px;font-weight:bold}.cell{font-size:15px;text-anchor:middle}.fine{font-size:11.5px}.bold{font-weight:bold}
.frame{fill:none;stroke:#8d8672}.band{fill:#ece5d0}.now{fill:#f4d27a;stroke:#8d8672}
"""

PATTERNS = """
<pattern id="mixed" width="16" height="16" patternUnits="userSpaceOnUse"><rect width="16" height="16" fill="#e9ecc9"/>
<path d="M3,5h2M11,12h2M12,3h1" stroke="#93a25f" stroke-width="2"/></pattern>
<pattern id="grove" width="20" height="20" patternUnits="userSpaceOnUse"><rect width="20" height="20" fill="#d3e2b0"/>
<path d="M6,9l4,-7l4,7z" fill="#7fa35c"/></pattern>
<pattern id="woods" width="16" height="14" patternUnits="userSpaceOnUse"><rect width="16" height="14" fill="#a9c98d"/>
<path d="M1,6l3,-5l3,5zM9,13l3,-5l3,5z" fill="#6f9c58"/></pattern>
<pattern id="broken" width="18" height="14" patternUnits="userSpaceOnUse"><rect width="18" height="14" fill="#ead3a6"/>
<path d="M2,9l4,-5l4,5M10,13l3,-4l3,4" fill="none" stroke="#b08a4a" stroke-width="1.4"/></pattern>
<pattern id="rough" width="14" height="12" patternUnits="userSpaceOnUse"><rect width="14" height="12" fill="#d2ab78"/>
<path d="M1,6l3,-5l3,5zM8,12l3,-5l3,5z" fill="#8f6434"/></pattern>
<path id="village" class="houses" d="M-17,-9h8v6h-8zM-29,-1h7v7h-7zM10,-12h7v8h-7zM21,-3h9v6h-9z
M-16,5h6v8h-6zM9,6h9v6h-9z"/>
<path id="houses" class="houses" d="M-16,-13h7v10h-7zM-27,-8h8v5h-8zM-32,1h9v6h-9zM-20,3h6v6h-6zM-13,6h6v8h-6z
M7,-13h9v6h-9zM8,-5h5v4h-5zM19,-9h7v7h-7zM22,1h9v5h-9zM9,5h8v8h-8zM19,8h6v6h-6z"/>
"""

TERRAIN_STYLE = {
    Terrain.CLEAR: "clear",
    Terrain.MIXED: "mixed",
    Terrain.GROVE: "grove",
    Terrain.WOODS: "woods",
    Terrain.BROKEN: "broken",
    Terrain.ROUGH: "rough",
    Terrain.TOWN: "town",
    Terrain.CITY: "city",
    Terrain.RIVER: "sea",
}
HOUSES = {Terrain.TOWN: "village", Terrain.CITY: "houses"}
"""Blocks of houses by terrain, clear of roads, number and name."""
WATERS = (("streams", "water"), ("canals", "water canal"), ("rivers", "water river"))
LINE_COLOURS = ("#c41e2a", "#7a2fb5", "#0b7a53")
BRIDGE_STYLE = {"highway": "bridge", "canal": "bridge cn", "rail": "bridge rl", "stream": "bridge st"}
"""A bridge over a stream is none of the booklet's kinds."""
