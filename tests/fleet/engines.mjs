// Compares the rows of every query on both engines.   usage: engines.mjs ROOFLENS STORE
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Session } from 'chdb';

const [rooflens, store] = process.argv.slice(2);
const run = (...words) => execFileSync(rooflens, words, { encoding: 'utf8', maxBuffer: 1 << 28 });
const queries = run('query', '--list').split('\n').filter((line) => /^\w/.test(line));
const clickhouse = new Session();

// The statements as ClickHouse's own client would run them: one after the other, the last one answers.
const askClickHouse = (sql) => {
  const statements = sql.replace(/^\s*--.*$/gm, '').split(';').map((s) => s.trim()).filter(Boolean);
  let answer;
  for (const statement of statements) answer = clickhouse.query(statement, 'JSONCompact').toString();
  const { meta, data } = JSON.parse(answer);
  // 64-bit numbers may come as text; what is not known has no key.
  const value = (v, type) => (v !== null && /Int64|Float/.test(type) ? Number(v) : v);
  return data.map((row) => Object.fromEntries(
    row.map((v, i) => [meta[i].name, value(v, meta[i].type)]).filter(([, v]) => v !== null)));
};

// Sums in another order differ in their last digits; what is left of two equal times is zero in one and 1e-16 in another.
const close = (a, b) => (typeof a === 'number' && typeof b === 'number'
  ? Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b)) + 1e-9 : a === b);
const difference = (a, b) => {
  if (a.length !== b.length) return `${a.length} rows and ${b.length}`;
  for (let i = 0; i < a.length; ++i) {
    for (const key of new Set([...Object.keys(a[i]), ...Object.keys(b[i])])) {
      if (!close(a[i][key], b[i][key])) return `row ${i}, ${key}: ${a[i][key]} and ${b[i][key]}`;
    }
  }
  return null;
};

let failures = 0;
let rows = 0;
const compare = (...words) => {
  const duck = JSON.parse(run('query', store, ...words, '--format', 'json')).rows;
  const differs = difference(duck, askClickHouse(run('query', store, ...words, '--sql', 'clickhouse')));
  rows += duck.length;
  if (differs || duck.length === 0) {
    console.error(`${words.join(' ')}: ${differs ?? 'no rows, which compares nothing'}`);
    ++failures;
  }
};
for (const query of queries) {
  if (query === 'job_changes') {
    compare(query, '--job', "it's/after", '--baseline', 'before');
  } else {
    compare(query);
    compare(query, '--job', "it's/after");
  }
}

// The tables of a cluster as docs/fleet.sql makes them, here on one node and from local files.
const docs = readFileSync(new URL('../../docs/fleet.sql', import.meta.url), 'utf8').replace(/^--.*$/gm, '');
for (const statement of docs.split(';').map((s) => s.trim()).filter((s) => s.includes('_local ON CLUSTER'))) {
  const [, table] = statement.match(/stored_(\w+)_local/);
  clickhouse.query(`DROP VIEW IF EXISTS stored_${table}`);
  clickhouse.query(statement.replace('_local ON CLUSTER site', '').replace('ReplicatedMergeTree', 'MergeTree')
    .replace(/s3\('https:[^']*\/store\//, `file('${store}/`));
  clickhouse.query(`INSERT INTO stored_${table} SELECT * FROM file('${store}/job=*/host=*/*.part/${table}.parquet', Parquet)`);
}
const own = (sql) => sql.replace(/CREATE OR REPLACE VIEW stored_.*;/g, '');
const onTables = askClickHouse(own(run('query', store, 'slowest_rank', '--sql', 'clickhouse')));
const differs = difference(JSON.parse(run('query', store, 'slowest_rank', '--format', 'json')).rows, onTables);
if (differs) {
  console.error(`on tables of docs/fleet.sql: ${differs}`);
  ++failures;
}
clickhouse.cleanup();
console.log(`${queries.length} queries, ${rows} rows on both engines, ${failures} failures`);
process.exit(failures ? 1 : 0);
