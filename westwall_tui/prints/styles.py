"""The drawing's style sheet, its symbols, and the styles of features."""

from collections.abc import Mapping

from westwall_tui.engine.terrain import Terrain

STYLES = """
text{font-family:"DejaVu Sans",Verdana,Arial,sans-serif;fill:#222}
.hex{fill:none;stroke:#5f5a48;stroke-opacity:.45;stroke-width:1}
.clear{fill:#f6f1e0}.soft.clear{stroke:#f6f1e0}.mixed{fill:#e6eaca}.soft.mixed{stroke:#e6eaca}
.grove{fill:#d3e2b0}.soft.grove{stroke:#d3e2b0}
.woods{fill:#a9c98d}.soft.woods{stroke:#a9c98d}.broken{fill:#ead3a6}.soft.broken{stroke:#ead3a6}.rough{fill:#d6ae7a}.soft.rough{stroke:#d6ae7a}
.town{fill:#d6c9bd}.soft.town{stroke:#d6c9bd}.city{fill:#b9a8a0}.soft.city{stroke:#b9a8a0}.sea{fill:#86b4d8}.soft.sea{stroke:#86b4d8}
.soft{stroke-width:11;stroke-opacity:.4;stroke-linejoin:round}
.slope{fill:none;stroke-width:13;stroke-linecap:round}.dark{stroke:#4a2c08;stroke-opacity:.3}
.dim{stroke:#4a2c08;stroke-opacity:.15}.pale{stroke:#fffbe8;stroke-opacity:.3}.lit{stroke:#fffbe8;stroke-opacity:.6}
.tree{fill:#7fae67}.trunk{fill:none;stroke:#5d8a4a;stroke-width:1}.tuft{fill:none;stroke:#a3b272;stroke-width:1.4}
.ridge{fill:none;stroke:#a37a3a;stroke-width:1.5;stroke-linecap:round}.crag{fill:#8f6434}.sunny{fill:#ecd2a6}
.wave{fill:none;stroke:#fff;stroke-opacity:.45;stroke-width:1.2}
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

SYMBOLS = """
<g id="woods0"><path class="tree" d="M14,-19a4,4 0 1 1 8,0a4,4 0 1 1 -8,0zM-23,-16a4,4 0 1 1 8,0a4,4 0 1 1 -8,0z
M-6,-14a4,4 0 1 1 8,0a4,4 0 1 1 -8,0zM22,-11a4,4 0 1 1 8,0a4,4 0 1 1 -8,0zM-7,-4a4,4 0 1 1 8,0a4,4 0 1 1 -8,0z
M-35,-1a4,4 0 1 1 8,0a4,4 0 1 1 -8,0zM17,0a4,4 0 1 1 8,0a4,4 0 1 1 -8,0zM-1,5a4,4 0 1 1 8,0a4,4 0 1 1 -8,0z
M-17,7a4,4 0 1 1 8,0a4,4 0 1 1 -8,0zM25,10a4,4 0 1 1 8,0a4,4 0 1 1 -8,0zM4,16a4,4 0 1 1 8,0a4,4 0 1 1 -8,0z
M-24,16a4,4 0 1 1 8,0a4,4 0 1 1 -8,0zM-19,26a4,4 0 1 1 8,0a4,4 0 1 1 -8,0zM3,26a4,4 0 1 1 8,0a4,4 0 1 1 -8,0z
M15,28a4,4 0 1 1 8,0a4,4 0 1 1 -8,0z"/>
<path class="trunk" d="M22,-19a4,4 0 0 1 -6,3.5M-15,-16a4,4 0 0 1 -6,3.5M2,-14a4,4 0 0 1 -6,3.5
M30,-11a4,4 0 0 1 -6,3.5M1,-4a4,4 0 0 1 -6,3.5M-27,-1a4,4 0 0 1 -6,3.5M25,0a4,4 0 0 1 -6,3.5M7,5a4,4 0 0 1 -6,3.5
M-9,7a4,4 0 0 1 -6,3.5M33,10a4,4 0 0 1 -6,3.5M12,16a4,4 0 0 1 -6,3.5M-16,16a4,4 0 0 1 -6,3.5
M-11,26a4,4 0 0 1 -6,3.5M11,26a4,4 0 0 1 -6,3.5M23,28a4,4 0 0 1 -6,3.5"/></g>
<g id="woods1"><path class="tree" d="M18,-21a4,4 0 1 1 8,0a4,4 0 1 1 -8,0zM-31,-13a4,4 0 1 1 8,0a4,4 0 1 1 -8,0z
M-5,-12a4,4 0 1 1 8,0a4,4 0 1 1 -8,0zM7,-4a4,4 0 1 1 8,0a4,4 0 1 1 -8,0zM-18,-2a4,4 0 1 1 8,0a4,4 0 1 1 -8,0z
M27,-2a4,4 0 1 1 8,0a4,4 0 1 1 -8,0zM-35,1a4,4 0 1 1 8,0a4,4 0 1 1 -8,0zM6,6a4,4 0 1 1 8,0a4,4 0 1 1 -8,0z
M26,9a4,4 0 1 1 8,0a4,4 0 1 1 -8,0zM-23,12a4,4 0 1 1 8,0a4,4 0 1 1 -8,0zM5,18a4,4 0 1 1 8,0a4,4 0 1 1 -8,0z
M-13,18a4,4 0 1 1 8,0a4,4 0 1 1 -8,0zM-27,22a4,4 0 1 1 8,0a4,4 0 1 1 -8,0zM11,28a4,4 0 1 1 8,0a4,4 0 1 1 -8,0z
M-12,30a4,4 0 1 1 8,0a4,4 0 1 1 -8,0z"/>
<path class="trunk" d="M26,-21a4,4 0 0 1 -6,3.5M-23,-13a4,4 0 0 1 -6,3.5M3,-12a4,4 0 0 1 -6,3.5
M15,-4a4,4 0 0 1 -6,3.5M-10,-2a4,4 0 0 1 -6,3.5M35,-2a4,4 0 0 1 -6,3.5M-27,1a4,4 0 0 1 -6,3.5M14,6a4,4 0 0 1 -6,3.5
M34,9a4,4 0 0 1 -6,3.5M-15,12a4,4 0 0 1 -6,3.5M13,18a4,4 0 0 1 -6,3.5M-5,18a4,4 0 0 1 -6,3.5
M-19,22a4,4 0 0 1 -6,3.5M19,28a4,4 0 0 1 -6,3.5M-4,30a4,4 0 0 1 -6,3.5"/></g>
<g id="woods2"><path class="tree" d="M-24,-27a4,4 0 1 1 8,0a4,4 0 1 1 -8,0zM-12,-27a4,4 0 1 1 8,0a4,4 0 1 1 -8,0z
M5,-26a4,4 0 1 1 8,0a4,4 0 1 1 -8,0zM-6,-15a4,4 0 1 1 8,0a4,4 0 1 1 -8,0zM3,-8a4,4 0 1 1 8,0a4,4 0 1 1 -8,0z
M-37,-5a4,4 0 1 1 8,0a4,4 0 1 1 -8,0zM-19,-4a4,4 0 1 1 8,0a4,4 0 1 1 -8,0zM17,-4a4,4 0 1 1 8,0a4,4 0 1 1 -8,0z
M28,1a4,4 0 1 1 8,0a4,4 0 1 1 -8,0zM-30,5a4,4 0 1 1 8,0a4,4 0 1 1 -8,0zM3,6a4,4 0 1 1 8,0a4,4 0 1 1 -8,0z
M17,10a4,4 0 1 1 8,0a4,4 0 1 1 -8,0zM15,21a4,4 0 1 1 8,0a4,4 0 1 1 -8,0zM-21,25a4,4 0 1 1 8,0a4,4 0 1 1 -8,0z
M1,28a4,4 0 1 1 8,0a4,4 0 1 1 -8,0z"/>
<path class="trunk" d="M-16,-27a4,4 0 0 1 -6,3.5M-4,-27a4,4 0 0 1 -6,3.5M13,-26a4,4 0 0 1 -6,3.5
M2,-15a4,4 0 0 1 -6,3.5M11,-8a4,4 0 0 1 -6,3.5M-29,-5a4,4 0 0 1 -6,3.5M-11,-4a4,4 0 0 1 -6,3.5
M25,-4a4,4 0 0 1 -6,3.5M36,1a4,4 0 0 1 -6,3.5M-22,5a4,4 0 0 1 -6,3.5M11,6a4,4 0 0 1 -6,3.5M25,10a4,4 0 0 1 -6,3.5
M23,21a4,4 0 0 1 -6,3.5M-13,25a4,4 0 0 1 -6,3.5M9,28a4,4 0 0 1 -6,3.5"/></g>
<g id="grove0"><path class="tree" d="M-19,-20a4,4 0 1 1 8,0a4,4 0 1 1 -8,0zM15,-14a4,4 0 1 1 8,0a4,4 0 1 1 -8,0z
M3,-1a4,4 0 1 1 8,0a4,4 0 1 1 -8,0zM-36,3a4,4 0 1 1 8,0a4,4 0 1 1 -8,0zM-17,3a4,4 0 1 1 8,0a4,4 0 1 1 -8,0z
M-19,27a4,4 0 1 1 8,0a4,4 0 1 1 -8,0z"/>
<path class="trunk" d="M-11,-20a4,4 0 0 1 -6,3.5M23,-14a4,4 0 0 1 -6,3.5M11,-1a4,4 0 0 1 -6,3.5
M-28,3a4,4 0 0 1 -6,3.5M-9,3a4,4 0 0 1 -6,3.5M-11,27a4,4 0 0 1 -6,3.5"/></g>
<path id="mixed0" class="tuft" d="M5,-26l1.5,-3M8,-26v-4M11,-26l-1.5,-3M20,-17l1.5,-3M23,-17v-4M26,-17l-1.5,-3
M-5,-7l1.5,-3M-2,-7v-4M1,-7l-1.5,-3M13,6l1.5,-3M16,6v-4M19,6l-1.5,-3M-26,6l1.5,-3M-23,6v-4M-20,6l-1.5,-3
M-21,20l1.5,-3M-18,20v-4M-15,20l-1.5,-3M-6,26l1.5,-3M-3,26v-4M0,26l-1.5,-3"/>
<path id="mixed1" class="tuft" d="M13,-18l1.5,-3M16,-18v-4M19,-18l-1.5,-3M-8,-10l1.5,-3M-5,-10v-4M-2,-10l-1.5,-3
M26,-7l1.5,-3M29,-7v-4M32,-7l-1.5,-3M-29,-6l1.5,-3M-26,-6v-4M-23,-6l-1.5,-3M4,0l1.5,-3M7,0v-4M10,0l-1.5,-3
M-26,9l1.5,-3M-23,9v-4M-20,9l-1.5,-3M2,16l1.5,-3M5,16v-4M8,16l-1.5,-3"/>
<path id="broken0" class="ridge" d="M8,-26q5,-9 11,-1M15,-30l3,5M18,-29l3,4M-28,-19q5,-9 11,-1M-21,-23l3,5
M-18,-22l3,4M-1,-12q5,-9 11,-1M6,-16l3,5M9,-15l3,4M6,13q5,-9 11,-1M13,9l3,5M16,10l3,4M-28,14q5,-9 11,-1M-21,10l3,5
M-18,11l3,4M-8,27q5,-9 11,-1M-1,23l3,5M2,24l3,4"/>
<path id="broken1" class="ridge" d="M-8,-20q5,-9 11,-1M-1,-24l3,5M2,-23l3,4M15,-17q5,-9 11,-1M22,-21l3,5M25,-20l3,4
M-24,-9q5,-9 11,-1M-17,-13l3,5M-14,-12l3,4M0,0q5,-9 11,-1M7,-4l3,5M10,-3l3,4M-27,14q5,-9 11,-1M-20,10l3,5
M-17,11l3,4M-13,30q5,-9 11,-1M-6,26l3,5M-3,27l3,4"/>
<g id="rough0"><path class="crag" d="M-17,-34l6,9h-7zM13,-25l6,9h-7zM-8,-16l6,9h-7zM8,-9l6,9h-7zM-12,5l6,9h-7z
M13,8l6,9h-7zM10,21l6,9h-7zM-6,23l6,9h-7z"/>
<path class="sunny" d="M-17,-34l-1,9h-4zM13,-25l-1,9h-4zM-8,-16l-1,9h-4zM8,-9l-1,9h-4zM-12,5l-1,9h-4zM13,8l-1,9h-4z
M10,21l-1,9h-4zM-6,23l-1,9h-4z"/></g>
<g id="rough1"><path class="crag" d="M-5,-32l6,9h-7zM20,-22l6,9h-7zM1,-14l6,9h-7zM-14,-11l6,9h-7zM22,-6l6,9h-7z
M-27,-3l6,9h-7zM-25,12l6,9h-7zM3,24l6,9h-7z"/>
<path class="sunny" d="M-5,-32l-1,9h-4zM20,-22l-1,9h-4zM1,-14l-1,9h-4zM-14,-11l-1,9h-4zM22,-6l-1,9h-4z
M-27,-3l-1,9h-4zM-25,12l-1,9h-4zM3,24l-1,9h-4z"/></g>
<path id="sea0" class="wave" d="M-22,-4q4,-4 8,0t8,0M4,14q4,-4 8,0t8,0M-14,22q4,-4 8,0t8,0"/>
<path id="village" class="houses" d="M-17,-9h8v6h-8zM-29,-1h7v7h-7zM10,-12h7v8h-7zM21,-3h9v6h-9z
M-16,5h6v8h-6zM9,6h9v6h-9z"/>
<path id="houses" class="houses" d="M-16,-13h7v10h-7zM-27,-8h8v5h-8zM-32,1h9v6h-9zM-20,3h6v6h-6zM-13,6h6v8h-6z
M7,-13h9v6h-9zM8,-5h5v4h-5zM19,-9h7v7h-7zM22,1h9v5h-9zM9,5h8v8h-8zM19,8h6v6h-6z"/>
"""

TERRAIN_STYLE: Mapping[Terrain, str] = {
    **{terrain: terrain.name.lower() for terrain in Terrain if terrain is not Terrain.NONE},
    Terrain.RIVER: "sea",
}
SIGNS = {
    Terrain.MIXED: ("mixed0", "mixed1"),
    Terrain.GROVE: ("grove0",),
    Terrain.WOODS: ("woods0", "woods1", "woods2"),
    Terrain.BROKEN: ("broken0", "broken1"),
    Terrain.ROUGH: ("rough0", "rough1"),
    Terrain.RIVER: ("sea0",),
}
"""Signs that are scattered over a hex, by terrain; each terrain has several patterns."""
HOUSES = {Terrain.TOWN: "village", Terrain.CITY: "houses"}
"""Blocks of houses by terrain, which leave room for roads, number and name."""
WATERS = (("streams", "water"), ("canals", "water canal"), ("rivers", "water river"))
LINE_COLORS = ("#c41e2a", "#7a2fb5", "#0b7a53")
BRIDGE_STYLE = {"highway": "bridge", "canal": "bridge cn", "rail": "bridge rl", "stream": "bridge st"}
"""The style of a bridge over a stream, a kind of bridge that the booklet does not have."""
