-- Personal: shown to nobody who doesn't ask for it.
ALTER TABLE person ADD COLUMN birth_date TEXT CHECK (birth_date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]');
