-- Sections of US Chess. Crosstables are the record: what a member has now (us_account 'now') follows from the opening balance, from
-- adjustments and from the ratings of sections, and can be computed from these at any time.
--
-- Ratings are TEXT, the shortest decimal that stands for the number: what is written down for undo is the same number, to the last bit.

CREATE TABLE us_member (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uid TEXT NOT NULL UNIQUE CHECK (length(uid) = 36),
    -- Eight digits. NULL while the membership is pending.
    member_id TEXT UNIQUE CHECK (member_id GLOB '[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]' AND member_id <> '00000000'),
    last_name TEXT NOT NULL CHECK (length(last_name) <= 100),
    first_name TEXT NOT NULL CHECK (length(first_name) <= 100),
    state TEXT CHECK (length(state) BETWEEN 1 AND 20),
    -- Personal: shown to nobody who doesn't ask for it.
    birth_date TEXT CHECK (birth_date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
    expires_on TEXT CHECK (expires_on GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
    fide INTEGER CHECK (fide BETWEEN 1 AND 4000),
    cfc INTEGER CHECK (cfc BETWEEN 1 AND 4000),
    -- 0: the member doesn't want the floor of a life master.
    floor_2200_allowed INTEGER NOT NULL DEFAULT 1 CHECK (floor_2200_allowed IN (0, 1)),
    -- The day of the opening balance.
    opened_on TEXT CHECK (opened_on GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
    -- The camper who it is.
    person_id INTEGER UNIQUE REFERENCES person (id) ON DELETE SET NULL
) STRICT;

-- What a member has in a system: by the old files ('opening'), and after all crosstables ('now').
CREATE TABLE us_account (
    member_id INTEGER NOT NULL REFERENCES us_member (id) ON DELETE CASCADE,
    balance TEXT NOT NULL CHECK (balance IN ('opening', 'now')),
    system TEXT NOT NULL CHECK (system IN ('regular', 'quick')),
    -- NULL: unrated.
    rating TEXT,
    -- N, which the formula uses. NULL: long established.
    games INTEGER CHECK (games BETWEEN 0 AND 4294967295),
    played INTEGER NOT NULL CHECK (played BETWEEN 0 AND 4294967295),
    -- What all rated games were. NULL: nobody knows.
    history TEXT CHECK (history IN ('wins', 'losses', 'mixed')),
    floor TEXT,
    peak TEXT,
    -- Rated wins, draws, and events with three rated games or more. NULL: nobody knows.
    wins INTEGER CHECK (wins BETWEEN 0 AND 4294967295),
    draws INTEGER CHECK (draws BETWEEN 0 AND 4294967295),
    events INTEGER CHECK (events BETWEEN 0 AND 4294967295),
    previous TEXT,
    -- 1: goes back to a first rating that isn't certain.
    is_estimate INTEGER NOT NULL DEFAULT 0 CHECK (is_estimate IN (0, 1)),
    -- The last five, the latest first: "202608300103:5 202608290101:1".
    last_events TEXT NOT NULL DEFAULT '' CHECK (length(last_events) <= 500),
    -- Games by the lower bound of a class: "1400=12 1600=4".
    titles TEXT NOT NULL DEFAULT '' CHECK (length(titles) <= 500),
    -- Changes by matches of the last three years: "2026-08-30=12.5".
    by_matches TEXT NOT NULL DEFAULT '' CHECK (length(by_matches) <= 100000),
    PRIMARY KEY (member_id, balance, system)
) STRICT, WITHOUT ROWID;

-- How often a member earned a credit as a director.
CREATE TABLE us_director (
    member_id INTEGER NOT NULL REFERENCES us_member (id) ON DELETE CASCADE,
    balance TEXT NOT NULL CHECK (balance IN ('opening', 'now')),
    role TEXT NOT NULL CHECK (length(role) <= 40),
    category TEXT NOT NULL CHECK (length(category) <= 40),
    credits INTEGER NOT NULL CHECK (credits BETWEEN 1 AND 4294967295),
    PRIMARY KEY (member_id, balance, role, category)
) STRICT, WITHOUT ROWID;

-- Corrections of a record by hand. They hold for sections that end on their day or later.
CREATE TABLE us_adjustment (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    member_id INTEGER NOT NULL REFERENCES us_member (id) ON DELETE CASCADE,
    adjusted_on TEXT NOT NULL CHECK (adjusted_on GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
    -- "regular rating", "regular title 2200", "director chief C"
    what TEXT NOT NULL CHECK (length(what) BETWEEN 1 AND 80),
    -- NULL empties the field.
    value TEXT,
    reason TEXT NOT NULL CHECK (length(reason) BETWEEN 1 AND 1000)
) STRICT;

CREATE INDEX us_adjustment_by_member ON us_adjustment (member_id);

CREATE TABLE us_event (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uid TEXT NOT NULL UNIQUE CHECK (length(uid) = 36),
    -- "202608300103". NULL until US Chess has given one.
    event_id TEXT UNIQUE CHECK (length(event_id) BETWEEN 1 AND 20),
    name TEXT NOT NULL CHECK (length(name) <= 200),
    begins TEXT CHECK (begins GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
    ends TEXT CHECK (ends GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
    -- Members' numbers. The directors need not be among the members.
    chief_td TEXT CHECK (length(chief_td) = 8),
    assistant_td TEXT CHECK (length(assistant_td) = 8),
    affiliate TEXT CHECK (length(affiliate) BETWEEN 1 AND 20),
    city TEXT CHECK (length(city) BETWEEN 1 AND 100),
    state TEXT CHECK (length(state) BETWEEN 1 AND 20),
    zip TEXT CHECK (length(zip) BETWEEN 1 AND 20)
) STRICT;

CREATE INDEX us_event_by_chief ON us_event (chief_td) WHERE chief_td IS NOT NULL;
CREATE INDEX us_event_by_assistant ON us_event (assistant_td) WHERE assistant_td IS NOT NULL;

CREATE TABLE us_section (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    event_id INTEGER NOT NULL REFERENCES us_event (id) ON DELETE RESTRICT,
    number INTEGER NOT NULL CHECK (number BETWEEN 1 AND 9999),
    name TEXT NOT NULL CHECK (length(name) <= 200),
    kind TEXT NOT NULL CHECK (kind IN ('swiss', 'round-robin', 'match')),
    -- NULL: as the event.
    begins TEXT CHECK (begins GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
    ends TEXT CHECK (ends GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
    half_k INTEGER NOT NULL CHECK (half_k IN (0, 1)),
    -- Up to three, one a line.
    time_controls TEXT NOT NULL CHECK (length(time_controls) <= 200),
    is_regular INTEGER NOT NULL CHECK (is_regular IN (0, 1)),
    is_quick INTEGER NOT NULL CHECK (is_quick IN (0, 1)),
    is_blitz INTEGER NOT NULL CHECK (is_blitz IN (0, 1)),
    -- 1: the ratings that were published with it are kept.
    as_published INTEGER NOT NULL CHECK (as_published IN (0, 1)),
    UNIQUE (event_id, number)
) STRICT;

-- A row of a crosstable, as it was entered.
CREATE TABLE us_entry (
    section_id INTEGER NOT NULL REFERENCES us_section (id) ON DELETE CASCADE,
    place INTEGER NOT NULL CHECK (place BETWEEN 0 AND 9998),
    pair INTEGER NOT NULL CHECK (pair BETWEEN 0 AND 9999),
    -- NULL: a pending membership that nobody has typed.
    member_id INTEGER REFERENCES us_member (id) ON DELETE RESTRICT,
    name TEXT NOT NULL CHECK (length(name) <= 200),
    state TEXT CHECK (length(state) BETWEEN 1 AND 20),
    birth_date TEXT CHECK (birth_date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
    fide INTEGER CHECK (fide BETWEEN 1 AND 4000),
    cfc INTEGER CHECK (cfc BETWEEN 1 AND 4000),
    -- "W12 L4b H U"
    rounds TEXT NOT NULL CHECK (length(rounds) <= 2000),
    -- What the file said of the ratings, "rating=1794 N=- post=1817". NULL: nothing. N=-: long established.
    regular TEXT CHECK (length(regular) <= 1000),
    quick TEXT CHECK (length(quick) <= 1000),
    PRIMARY KEY (section_id, place)
) STRICT, WITHOUT ROWID;

CREATE INDEX us_entry_by_member ON us_entry (member_id, section_id);

-- A section as it was rated: kept for ever, also where it is stale.
CREATE TABLE us_rating (
    section_id INTEGER NOT NULL REFERENCES us_section (id) ON DELETE RESTRICT,
    system TEXT NOT NULL CHECK (system IN ('regular', 'quick')),
    -- 1: something that it was computed from has changed since.
    is_stale INTEGER NOT NULL CHECK (is_stale IN (0, 1)),
    -- In the order of the entries, one a line: rating and N before, the rating before floors and after them, N after, floor, and whether
    -- that is an estimate. "-": none.
    posted TEXT NOT NULL,
    PRIMARY KEY (section_id, system)
) STRICT, WITHOUT ROWID;
