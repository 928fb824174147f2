-- Further columns have an identity that every copy of the camp knows, whatever they are called since. Columns that are there already have one that
-- two copies which have parted give alike: by the name that they had first, as far as the history knows.
ALTER TABLE extra_column ADD COLUMN uid TEXT NOT NULL DEFAULT '' CHECK (length(uid) <= 1000);

UPDATE extra_column SET uid = kind || ' ' || lower(coalesce(
    (SELECT json_extract(row.before, '$.name')
     FROM history_row AS row JOIN history_step AS step ON step.id = row.step_id
     WHERE row.table_name = 'extra_column' AND row.record = extra_column.id AND row.what = 'changed' AND NOT step.undone
         AND json_valid(row.before) AND json_extract(row.before, '$.name') IS NOT NULL
         -- Another column may have had the number before.
         AND row.step_id >= coalesce(
             (SELECT max(step_id) FROM history_row JOIN history_step ON history_step.id = step_id
              WHERE table_name = 'extra_column' AND record = extra_column.id AND what = 'added' AND NOT undone),
             0)
     ORDER BY row.step_id, row.place LIMIT 1),
    name));
-- A newer one may have the name that an older one had.
UPDATE extra_column SET uid = uid || ' ' || id
WHERE EXISTS (SELECT 1 FROM extra_column AS older WHERE older.uid = extra_column.uid AND older.id < extra_column.id);

CREATE UNIQUE INDEX extra_column_uid ON extra_column (uid);

-- What was deleted may come back.
UPDATE history_row SET before = json_set(before, '$.uid', json_extract(before, '$.kind') || ' ' || lower(json_extract(before, '$.name')))
WHERE table_name = 'extra_column' AND what = 'deleted' AND json_valid(before) AND json_extract(before, '$.name') IS NOT NULL;
