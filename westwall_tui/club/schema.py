"""The tables of a club's database, as steps by number: a database of any earlier club is brought up to date by them.

A step that was once released is never edited. `{serial}` stands for the key that the database counts by itself, which
SQLite and PostgreSQL spell differently. Times are seconds since 1970.
"""

FIRST = """
create table player(
    id {serial},
    name text not null,
    folded text not null unique,        -- the name in small letters: two players may not differ in capitals alone
    since double precision not null,
    settings text not null default '',  -- the settings file that he would have at home
    mail text not null default '',      -- where he wants to be told that it is his move
    program integer not null default 0, -- a program plays under this name, and everybody may know
    away_until double precision not null default 0,  -- on holiday: no clock of days runs against him
    barred integer not null default 0);
create table keyring(
    fingerprint text primary key,
    player integer not null references player(id),
    comment text not null default '',
    last double precision not null default 0);
create table invitation(
    code text primary key,              -- a hash of it: who reads the table can invite nobody
    name text not null,
    made double precision not null,
    used double precision);
create table game(
    id {serial},
    scenario text not null,
    digest text not null,
    options text not null,              -- JSON: the battle's options by name, and `strict`
    made double precision not null,
    started double precision,           -- when the last seat was taken
    ended double precision,
    outcome text,                       -- how it ended, in words
    winner integer,                     -- 0, 1, or -1 for a draw
    version integer not null default 0, -- counts every change and never goes back: races are decided by it
    orders integer not null default 0,
    turn integer not null default 1,
    to_decide integer not null default 0,
    phasing integer not null default 0,
    kind text not null default '',      -- of the pending decision
    asks text not null default '',      -- the decision in a sentence, for lists
    points text not null default '',
    ask_side integer,                   -- who asks to take an order back, at which version
    ask_version integer,
    draw_side integer,                  -- who offers a draw
    rated integer not null default 1,
    days double precision not null default 0,   -- a turn; 0: no such clock
    clock double precision not null default 0,  -- seconds a side for the whole game, live; 0: none
    gain double precision not null default 0,   -- seconds that an order brings back
    late text not null default 'computer',      -- what becomes of who oversteps: `computer` or `lost`
    since double precision not null default 0,  -- when the side to decide began to
    due double precision,               -- when it oversteps
    told double precision not null default 0,   -- when its player was told that he is to move
    wanted integer references player(id),       -- whom the challenge is for; null: anybody
    lot integer not null default 0,     -- sides are drawn when the game starts
    private integer not null default 0, -- only its players may watch
    thinker text,
    thinks_until double precision not null default 0);
create table seat(
    game integer not null references game(id),
    side integer not null,
    player integer references player(id),
    level integer not null default 0,   -- the computer's, where it plays the side
    defends text not null default 'ask',-- in the other side's turn: `ask`, `computer`, or hours until the computer does
    seen integer not null default 0,    -- how many orders its player has seen
    rest double precision not null default 0,   -- seconds left on its clock
    primary key (game, side));
create table entry(
    game integer not null references game(id),
    n integer not null,
    line text not null,
    side integer not null,              -- who decided; -1 for a die
    who text not null,                  -- by name: the player, or the computer that defended for him
    at double precision not null,
    version integer not null,           -- the change that wrote it
    primary key (game, n));
create table talk(
    game integer not null references game(id),
    n integer not null,
    player integer not null references player(id),
    at double precision not null,
    text text not null,
    primary key (game, n));
create table news(
    id {serial},
    at double precision not null,
    text text not null);
create table rating(
    who text primary key,               -- `player 7`, `side bastogne/spearhead 0`
    mu double precision not null,
    sigma double precision not null,
    games integer not null);
create table result(
    game integer primary key references game(id),
    season text not null,
    at double precision not null);
create index entry_version on entry(game, version);
create index seat_player on seat(player);
create index game_open on game(ended, to_decide);
create index game_due on game(due);
"""

SECOND = """
alter table player add column defends text not null default 'ask';  -- as in seat, for games that he begins
"""

STEPS: tuple[str, ...] = (FIRST, SECOND)
"""By number, from 1: what brings a database of the number before up to it."""
