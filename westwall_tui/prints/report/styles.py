"""The report's style sheet, for phones, paper, and light and dark screens (as the reader's system demands).

Everything that a color means also has a shape or a word. Text has a contrast of at least 4.5 with its background, in
both schemes and in print. In a symbol drawn through `<use>`, a rule with an ancestor outside the symbol does not apply,
so every element has exactly one class.
"""

from westwall_tui.engine.scenario import Scenario
from westwall_tui.prints.drawing import clean

STYLE = """
:root{color-scheme:light dark;--page:#f7f2e4;--box:#efe7d2;--bar:#e4dac0;--text:#23272c;--dim:#53585f;
--head:#6b2f00;--bad:#af0000;--rule:#80765f;--link:#005f87;--g:#3a3a3a;--gi:#fff;--ss:#000;--ssi:#fff;--us:#005f00;
--usi:#fff;--br:#a35500;--bri:#fff;--usb:#e9f3e0;--brb:#fbe6d0;--alli:#14200f;--tc:#f6f1e0;--tm:#e7ead0;
--tg:#d3e2b0;--tw:#b5cf9b;--tw1:#83a86d;--tb:#ead9b4;--tb1:#b8985c;--tr:#d7b88c;--tt:#d9cdc2;--ty:#c3b3ab;
--ts:#9cc3df;--hs:#7a5d54;--wa:#5b97c8;--rd:#e2b566;--rc:#7b5a3c;--hl:#a89f88;--halo:#fffdf4;--nm:#2b2723;
--xr:#c41e2a;--sel:#ffe08a;--seli:#23272c}
@media(prefers-color-scheme:dark){:root{--page:#15181c;--box:#1c2126;--bar:#2b3138;--text:#d7dae0;--dim:#a7b0ba;
--head:#ffd787;--bad:#ff9494;--rule:#737d88;--link:#87d7d7;--g:#bcbcbc;--gi:#1c1c1c;--ss:#4e4e4e;--ssi:#fff;
--us:#87d75f;--usi:#1c1c1c;--br:#ff875f;--bri:#1c1c1c;--usb:#16240f;--brb:#2e170c;--alli:#eef4e8;--tc:#24282c;
--tm:#262d28;--tg:#28352a;--tw:#263a2b;--tw1:#3d5a43;--tb:#35302a;--tb1:#5d5343;--tr:#40352a;--tt:#38332f;
--ty:#453d39;--ts:#1d3a52;--hs:#8d7a70;--wa:#3f78a8;--rd:#a98a52;--rc:#15181c;--hl:#3f464d;--halo:#15181c;
--nm:#e6e2d8;--xr:#ff7a7a;--sel:#ffd75f;--seli:#15181c}}
@media print{:root{--page:#fff;--box:#fff;--bar:#eee;--text:#000;--dim:#444;--head:#000;--rule:#777;--link:#000;
--halo:#fff;--g:#3a3a3a;--gi:#fff;--ss:#000;--ssi:#fff;--us:#005f00;--usi:#fff;--br:#a35500;--bri:#fff;
--usb:#e9f3e0;--brb:#fbe6d0;--alli:#14200f;--bad:#af0000;--tc:#fdfbf4;--tm:#f1f3e2;--tg:#e2edc9;--tw:#d0e2bf;
--tw1:#9dbd8a;--tb:#f2e8d0;--tb1:#c4a972;--tr:#e6d0ae;--tt:#e6ddd5;--ty:#d3c7c1;--ts:#bcd8ec;--hs:#8a6d64;
--wa:#5b97c8;--rd:#e9c684;--rc:#8b6a4c;--hl:#c0b8a4;--nm:#2b2723;--xr:#c41e2a;--sel:#ffe08a;--seli:#000}}
*{box-sizing:border-box}html{-webkit-text-size-adjust:100%;scroll-behavior:smooth}body{margin:0;
background:var(--page);color:var(--text);font:17px/1.55 Charter,"Bitstream Charter","Source Serif 4",Georgia,
Cambria,"Noto Serif",serif;print-color-adjust:exact;-webkit-print-color-adjust:exact}main{max-width:1080px;
margin:0 auto;padding:28px 20px 60px}.sans,.kick,nav,.chip,.odds,.f,table,figcaption,summary,.note,.card,.legend,
.gain{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,"Noto Sans","DejaVu Sans",
sans-serif}h1{font-size:clamp(34px,6vw,58px);line-height:1.04;margin:.1em 0 .25em;letter-spacing:-.015em;
text-wrap:balance}h2{font-size:29px;line-height:1.15;margin:1.5em 0 .3em;padding-top:.45em;
border-top:3px solid var(--text);letter-spacing:-.01em}h3{font-size:21px;line-height:1.2;margin:.1em 0 .35em}
h4{font:700 14px/1.4 system-ui,"Segoe UI",Roboto,Arial,"Noto Sans",sans-serif;margin:1.1em 0 .3em}
p{margin:.35em 0 .7em;max-width:66ch}a{color:var(--link)}.kick{font-size:13px;font-weight:700;letter-spacing:.07em;
text-transform:uppercase;color:var(--head);margin:0}.deck{font-size:21px;line-height:1.4;max-width:60ch}.note,
figcaption{font-size:14px;line-height:1.45;color:var(--dim);max-width:75ch}nav{display:flex;flex-wrap:wrap;
gap:4px 18px;font-size:14px;border-block:1px solid var(--rule);padding:7px 0;margin:18px 0}.score{display:flex;
flex-wrap:wrap;gap:10px 22px;align-items:center;margin:14px 0}.big{font:700 24px/1 system-ui,"Segoe UI",Roboto,
Arial,"Noto Sans",sans-serif;padding:9px 14px}
.earned{list-style:none;padding:0;margin:0 0 14px;font-size:15px}.earned li::before{content:"★ "/"";color:var(--head)}
.chip{display:inline-block;padding:0 .5em;line-height:1.5;
font-weight:600;border-radius:2px;background:var(--dim);color:var(--page)}.chip.german,
.big.german{background:var(--g);color:var(--gi)}.chip.us,.big.us{background:var(--us);color:var(--usi);
border-radius:.7em}.chip.british,.big.british{background:var(--br);color:var(--bri);border-radius:.7em}
.chip.ss{background:var(--ss);color:var(--ssi)}figure{margin:16px 0}svg{display:block;width:100%;height:auto}
.map{border:1px solid var(--rule);background:var(--box);border-radius:3px}.hero .map{max-height:86vh}
.defs{position:absolute;width:0;height:0}.h{stroke:var(--hl);stroke-width:1}.tc{fill:var(--tc)}.tm{fill:var(--tm)}
.tg{fill:url(#pg)}.tw{fill:url(#pw)}.tb{fill:url(#pb)}.tr{fill:var(--tr)}.tt{fill:var(--tt)}.ty{fill:var(--ty)}
.ts{fill:var(--ts)}.pw0{fill:var(--tw)}.pw1{fill:var(--tw1)}.pb0{fill:var(--tb)}.pb1{fill:none;stroke:var(--tb1);
stroke-width:1.3}.pg0{fill:var(--tg)}.hs{fill:var(--hs)}.ws,.wc,.wr,.rl,.tl,.rc,.ro,.br,.bd{fill:none;
stroke-linecap:round;stroke-linejoin:round}.ws{stroke:var(--wa);stroke-width:4}.wc{stroke:var(--wa);stroke-width:6;
stroke-dasharray:14 5;stroke-linecap:butt}.wr{stroke:var(--wa);stroke-width:11}.rc{stroke:var(--rc);stroke-width:6}
.ro{stroke:var(--rd);stroke-width:3.6}.tl{stroke:var(--rc);stroke-width:2.4;stroke-dasharray:6 5;opacity:.7}
.rl{stroke:var(--dim);stroke-width:2;stroke-dasharray:2 4;stroke-linecap:butt}.br{stroke:var(--nm);stroke-width:2.2}
.bd{stroke:var(--bad);stroke-width:4;stroke-dasharray:14 9}.thin{opacity:.45}.tn{stroke:var(--hs);stroke-width:46;
stroke-linecap:square}text{fill:var(--nm);font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",
Arial,"Noto Sans","DejaVu Sans",sans-serif}.nt,.nv,.hx{text-anchor:middle;paint-order:stroke;stroke:var(--halo);
stroke-width:4;stroke-linejoin:round}.nt{font-size:18px;font-weight:700}.nv{font-size:13.5px;font-weight:600}
.hx{font-size:10.5px;fill:var(--nm)}.c{stroke-width:2.5}.i,.j{text-anchor:middle;font-weight:700}
.i{font-size:13px}.german .c{fill:var(--g);stroke:var(--halo);stroke-width:1.5}
.german text{fill:var(--gi)}.ss .c{fill:var(--ss);stroke:var(--halo);stroke-width:1.5}.ss text{fill:var(--ssi)}
.us .c{fill:var(--usb);stroke:var(--us)}.us .w{fill:var(--us)}.us .i{fill:var(--usi)}.us .j{fill:var(--alli)}
.british .c{fill:var(--brb);stroke:var(--br)}.british .w{fill:var(--br)}.british .i{fill:var(--bri)}
.british .j{fill:var(--alli)}.kb{fill:#f4f1e4;stroke:#222;stroke-width:1}.k{fill:none;stroke:#222;stroke-width:1.3}
.kd{fill:#222}.q{opacity:.5}.gh{opacity:.4}.mg,.mu,.mx{fill:none;stroke-width:4.6;opacity:.88;stroke-linejoin:round;
stroke-linecap:round}.mg{stroke:var(--g)}.mu{stroke:var(--us)}.al .mu{stroke:var(--br)}
.mg{marker-start:url(#og);marker-end:url(#ag)}.mu{marker-start:url(#ou);marker-end:url(#au)}.mx{marker-end:url(#ax)}
.mx{stroke:var(--xr);
stroke-width:7}.og{fill:var(--halo);stroke:var(--g);stroke-width:3}.ou{fill:var(--halo);stroke:var(--us);
stroke-width:3}.al .ou{stroke:var(--br)}.fg{fill:var(--g)}.fu{fill:var(--us)}.al .fu{fill:var(--br)}
.fx{fill:var(--xr)}.da{stroke-dasharray:10 8;stroke-width:4.5;opacity:.9}.x0,.x1{fill:none;stroke-linecap:round}
.x0{stroke:var(--halo);stroke-width:11}.x1{stroke:var(--xr);stroke-width:6}.bg circle{fill:var(--sel);
stroke:var(--seli);stroke-width:2}.bg text{fill:var(--seli);font-size:16px;font-weight:700;text-anchor:middle}
.cutm{fill:none;stroke:var(--xr);stroke-width:4;stroke-dasharray:7 4}.dg,.du{fill:none;stroke-width:72}
.dg{stroke:var(--g);stroke-linecap:square}.du{stroke:var(--us);stroke-linecap:round}.al .du{stroke:var(--br)}
.strip{display:grid;grid-template-columns:repeat(auto-fill,minmax(112px,1fr));gap:10px;margin:12px 0}
.strip a{text-decoration:none;color:inherit;font:13px/1.35 system-ui,Arial,"Noto Sans",sans-serif}
.strip svg{border:1px solid var(--rule);border-radius:2px}.strip b{color:var(--head)}.two{display:grid;
grid-template-columns:1fr 1fr;gap:12px}.turn{display:grid;grid-template-columns:minmax(0,5fr) minmax(0,6fr);
gap:14px 24px;align-items:start}.swing{padding:18px 0 6px;border-top:1px solid var(--rule)}
.swing h3 b{display:inline-grid;place-items:center;width:1.5em;height:1.5em;border-radius:50%;background:var(--sel);
color:var(--seli);font:700 17px/1 system-ui,Arial,"Noto Sans",sans-serif;margin-right:.45em}.gain{font-size:15px;
font-weight:600;max-width:none}.gone{font-size:11px;font-weight:700;fill:var(--xr);text-anchor:middle;
paint-order:stroke;stroke:var(--halo);stroke-width:3.5}.swing ul{list-style:none;padding:0;margin:0}
.swing li{margin:.3em 0;max-width:66ch}.one .map{max-height:560px}.wide{display:block}.narrow{display:none}
.ch text{font-size:13px;fill:var(--dim)}.ch .v{font-weight:700;font-size:14px}.ax{stroke:var(--rule);stroke-width:1;
opacity:.45}.a0{stroke:var(--text);stroke-width:1.2;fill:none}.lg{fill:none;stroke:var(--g);stroke-width:3}
.lu{fill:none;stroke:var(--us);stroke-width:3;stroke-dasharray:8 3}.al .lu{stroke:var(--br)}
.vg{fill:var(--text)!important}.vu{fill:var(--us)!important}.al .vu{fill:var(--head)!important}.sg{fill:var(--g);
opacity:.16}.su{fill:var(--us);opacity:.16}.al .su{fill:var(--br)}.pin circle{fill:var(--sel);stroke:var(--seli);
stroke-width:1.5}.pin text{fill:var(--seli)!important;font-weight:700;text-anchor:middle}.stem{stroke:var(--text);
stroke-width:1;stroke-dasharray:2 3}.cone{fill:var(--dim);opacity:.17}.wl{fill:none;stroke:var(--text);
stroke-width:2.2}.dot{fill:var(--xr)}.dc{max-width:340px}.scroll{overflow-x:auto}table{border-collapse:collapse;font-size:15px;
line-height:1.35;width:100%}th,td{padding:5px 8px;text-align:left;vertical-align:top;
border-bottom:1px solid var(--hl)}th{font-weight:600}.n{text-align:right;font-variant-numeric:tabular-nums;
white-space:nowrap}tfoot td{font-weight:700;border-top:2px solid var(--text);border-bottom:0}
.ground td{padding:3px 4px;text-align:center;border:1px solid var(--page);font-size:13px;font-weight:600;
color:var(--dim)}.ground{table-layout:auto}.ground th{width:1%;white-space:nowrap;font-size:14px}
.ground td.german{background:var(--g);color:var(--gi)}.ground td.us{background:var(--us);color:var(--usi)}
.ground td.british{background:var(--br);color:var(--bri)}.ground td.no{background:var(--box)}.bars td{border:0;
padding:2px 6px}.bars i{display:inline-block;height:15px;vertical-align:-2px;background:var(--g)}
.bars i.us{background:var(--us)}.bars i.british{background:var(--br)}.bars th{width:47%}
.bars th.n{width:6%}.l0,.bars td:first-child{
text-align:right}
details{border-top:1px solid var(--rule)}summary{cursor:pointer;padding:9px 2px;font-size:16px;line-height:1.4}
summary b{margin-right:.5em}summary .chip{font-size:14px}summary .s{color:var(--dim);font-size:14px}
details details{border:0}details details summary{font-size:14px;color:var(--link);padding:3px 0}
.in{padding:2px 0 22px}.half{margin:8px 0 22px}.half>h4{font-size:16px}.mv{font-size:13.5px;line-height:1.5;
color:var(--dim);columns:2 190px;padding:0;margin:4px 0;list-style:none;font-family:system-ui,Arial,"Noto Sans",
sans-serif}.card{background:var(--box);border-radius:4px;padding:9px 11px;margin:0 0 9px;font-size:14.5px;
line-height:1.4;break-inside:avoid}.card p{margin:3px 0;max-width:none}.card .t{font-weight:600}
.card .no{display:inline-grid;place-items:center;min-width:1.6em;height:1.6em;border-radius:50%;
background:var(--sel);color:var(--seli);font-size:13px;margin-right:4px}.odds{color:var(--dim)}
.odds b{color:var(--text)}.f{display:grid;grid-template-columns:repeat(6,1fr);gap:3px;list-style:none;padding:0;
margin:6px 0;counter-reset:f;font-size:13px;max-width:330px}.f li{counter-increment:f;text-align:center;
border:1px solid var(--rule);border-radius:3px;padding:1px 0 2px;color:var(--text);line-height:1.25}
.f li::before{content:counter(f);display:block;font-size:11.5px;color:var(--dim)}.f .hit{background:var(--sel);
color:var(--seli);border:2px solid var(--seli);font-weight:700}.f .hit::before{content:counter(f) " rolled";
color:var(--seli)}.res{font-weight:400}.vh{position:absolute;width:1px;height:1px;overflow:hidden;
clip-path:inset(50%)}.dice{display:grid;grid-template-columns:1fr 1fr;gap:20px}.legend{font-size:13.5px;
color:var(--dim);display:flex;flex-wrap:wrap;gap:3px 16px;margin:.4em 0}.legend svg{display:inline-block;width:30px;
height:18px;vertical-align:-4px}section,.half{content-visibility:auto;contain-intrinsic-size:auto 700px}
.turn>figure{position:sticky;top:8px;margin-top:0}
@media(max-width:720px){.turn>figure{position:static}body{font-size:16px}main{padding:18px 14px 40px}.two,.turn,
.dice{grid-template-columns:1fr}.wide{display:none}.narrow{display:block}.deck{font-size:18px}h2{font-size:25px}
.big{font-size:19px}.strip{grid-template-columns:repeat(3,1fr)}th,td{padding:4px 5px}summary .s{display:block}}
@media print{@page{size:A4;margin:13mm}body{font-size:10pt;line-height:1.4}main{max-width:none;padding:0}nav,
.nop{display:none}h1{font-size:30pt}h2{font-size:16pt;margin-top:1.3em;break-after:avoid}h3,h4,
summary{break-after:avoid}.deck{font-size:12.5pt}details::details-content{content-visibility:visible!important;
display:block!important;block-size:auto!important}details>*{display:block}summary{list-style:none;font-size:11pt}
section,.half{content-visibility:visible}svg,.card,tr,.strip a{break-inside:avoid}.swing>h3,.gain,
figcaption{break-after:avoid}.one .map{max-height:95mm}.ch{max-height:52mm}.strip .th{max-height:22mm}
.turn{margin-bottom:2mm}.turn .map{max-height:78mm}p{margin:.2em 0 .4em}h2{margin-top:.9em}.big{font-size:15pt;
padding:5px 9px}.turn{grid-template-columns:82mm 1fr;gap:4mm}.turn>figure{position:static}.card,.note,figcaption,
table,.mv,.legend{font-size:8.5pt}.hero .map{max-height:66mm}.two .map{max-height:56mm}
.strip{grid-template-columns:repeat(7,1fr)}.wide{display:block}.narrow{display:none}
.two{grid-template-columns:1fr 1fr}.card{padding:4px 6px;border:1px solid #bbb}a{text-decoration:none}}""".replace(
    "\n", ""
)


# -- the colors of the sides


class SideStyles:
    """The styles of both sides."""

    def __init__(self, scenario: Scenario) -> None:
        self.names = tuple(side.adjective for side in scenario.sides)
        looks = [scenario.colors(side) for side in (0, 1)]
        if (looks[0] == "german") == (looks[1] == "german"):  # the colors must also differ in the user's own scenarios
            looks = ["us" if looks[0] == "german" else looks[0], "german"]
        self.looks = tuple(looks)
        """The colors by side: `german`, `us` or `british`."""
        self.kinds = tuple("g" if look == "german" else "u" for look in looks)
        """The shapes by side: `g` for square and solid, `u` for round and dashed."""
        self.square = self.kinds.index("g")
        """The side whose counters are square."""

    @property
    def british(self) -> bool:
        """True if one side has British colors, so that its lines should have them too."""
        return "british" in self.looks

    def chip(self, side: int) -> str:
        """Return a side's name on its color."""
        return f'<span class="chip {self.looks[side]}">{clean(self.names[side])}</span>'
