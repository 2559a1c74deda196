/**
 * The least that Postgres can do for a request: the same rows read and written as by an admission and by a filing, in one function
 * each, with nothing asked twice, no row security and no refusals. It runs under pgbench, one statement a request.
 */
import { PgClient } from "@effect/sql-pg"
import { Effect, Redacted, Schema } from "effect"
import { Reactivity } from "effect/reactivity"
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** Tables of the bench, shaped as Formwork's are where these statements touch them. */
export const schema = `
create schema least;
create table least.organisations (organisation_id uuid primary key, revision bigint not null);
create table least.users (organisation_id uuid, user_id uuid, deactivated_at timestamptz, primary key (organisation_id, user_id));
create table least.keys (organisation_id uuid, key_id uuid, created_by uuid not null, privileges text[] not null,
  token_hash bytea not null, expires_at timestamptz, revoked_at timestamptz, primary key (organisation_id, key_id));
create unlogged table least.windows (organisation_id uuid, key_id uuid, started_at timestamptz not null, used integer not null,
  primary key (organisation_id, key_id)) with (fillfactor = 40);
create table least.counters (organisation_id uuid, form_id uuid, last_number bigint not null, primary key (organisation_id, form_id))
  with (fillfactor = 50);
create table least.submissions (organisation_id uuid, submission_id uuid, form_id uuid not null, reference_number text not null,
  state text not null, data json not null, calculated_data json not null, outcomes json not null,
  created_at timestamptz(3) not null, created_by uuid not null, credential_id uuid not null,
  primary key (organisation_id, submission_id), unique (organisation_id, reference_number));
create index on least.submissions (organisation_id, form_id, created_at, submission_id);
create table least.firings (organisation_id uuid, firing_id uuid, submission_id uuid not null, kind text not null, content json,
  due_at timestamptz(3) not null default clock_timestamp(), primary key (organisation_id, firing_id));
create index on least.firings (due_at);
create table least.audit (organisation_id uuid, event_id uuid default gen_random_uuid(), at timestamptz(3) default clock_timestamp(),
  action text not null, user_id uuid, credential_id uuid, subject_id uuid, primary key (organisation_id, event_id));
create index on least.audit (organisation_id, at);

create function least.admit(o uuid, k uuid, h bytea, out p text[], out r bigint, out u integer) language plpgsql as $$
begin
  select a.privileges, g.revision into p, r
    from least.keys a
    join least.users x on x.organisation_id = a.organisation_id and x.user_id = a.created_by
    join least.organisations g on g.organisation_id = a.organisation_id
   where a.organisation_id = o and a.key_id = k and a.token_hash = h
     and a.revoked_at is null and (a.expires_at is null or a.expires_at > clock_timestamp()) and x.deactivated_at is null;
  update least.windows w set used = w.used + 1 where w.organisation_id = o and w.key_id = k returning w.used into u;
end $$;

create function least.file(o uuid, x uuid, k uuid, s uuid, f uuid, d json, c json, e json, g json, out n text) language plpgsql as $$
begin
  perform from least.keys a where a.organisation_id = o and a.key_id = k and a.revoked_at is null for share;
  update least.counters t set last_number = t.last_number + 1 where t.organisation_id = o and t.form_id = f
    returning f::text || last_number::text into n;
  insert into least.submissions values (o, s, f, n, '', d, c, e, clock_timestamp(), x, k);
  insert into least.firings (organisation_id, firing_id, submission_id, kind, content)
    select o, gen_random_uuid(), s, q.kind, q.content from json_to_recordset(g) as q (kind text, content json);
  insert into least.audit (organisation_id, action, user_id, credential_id, subject_id) values (o, 'submission.created', x, k, s);
end $$;

insert into least.organisations select '00000000-0000-0000-0000-000000000001', 1;
insert into least.users select '00000000-0000-0000-0000-000000000001', '00000000-0000-0000-0000-000000000001', null;
insert into least.keys
  select '00000000-0000-0000-0000-000000000001', lpad(i::text, 32, '0')::uuid, '00000000-0000-0000-0000-000000000001',
         array['submission:write'], sha256(i::text::bytea)
    from generate_series(1, 1000) i;
insert into least.windows select organisation_id, key_id, now(), 0 from least.keys;
insert into least.counters
  select '00000000-0000-0000-0000-000000000001', lpad(i::text, 32, '0')::uuid, 0 from generate_series(1, 50) i;
analyze;
`

const organisation = "'00000000-0000-0000-0000-000000000001'::uuid"
const key = "lpad(:key::text, 32, '0')::uuid"
const admission = `select * from least.admit(${organisation}, ${key}, sha256(:key::text::bytea));\n`

/** pgbench reads a colon before a letter or a digit as a variable, also within quotes. */
const quoted = (value: unknown): string =>
  `'${JSON.stringify(value)
    .replaceAll("'", "''")
    .replaceAll('":', '": ')
    .replaceAll(/:(?=\w)/gu, "\\u003a")}'::json`

export interface Filed {
  readonly data: unknown
  readonly calculatedData: unknown
  readonly outcomes: unknown
  /** What each effect sends, as the outbox keeps it. */
  readonly effects: ReadonlyArray<{ readonly kind: string; readonly content: unknown }>
}

/** Each client of pgbench has a key of its own. */
const scripts = (filed: Filed | undefined): string => {
  const filing =
    filed === undefined
      ? ""
      : `select least.file(${organisation}, ${organisation}, ${key}, gen_random_uuid(), lpad(:form::text, 32, '0')::uuid, ${quoted(filed.data)}, ` +
        `${quoted(filed.calculatedData)}, ${quoted(filed.outcomes)}, ${quoted(filed.effects)});\n`
  return `\\set key :client_id + 1\n\\set form random(1, 50)\n${admission}${filing}`
}

/** Prepares a run of pgbench; `run` resolves with the number of requests. @param filed undefined: admissions alone. */
export const prepare = (pgbench: string, databaseUrl: string, connections: number, filed: Filed | undefined) => {
  const folder = mkdtempSync(join(tmpdir(), "formwork-bench-"))
  const file = join(folder, "least.sql")
  writeFileSync(file, scripts(filed))
  const run = (seconds: number): Promise<number> =>
    new Promise((resolve, reject) => {
      const args = ["-n", "-M", "prepared", "-c", String(connections), "-j", "2", "-f", file, "-T", String(seconds)]
      const child = spawn(pgbench, [...args, databaseUrl], { stdio: ["ignore", "pipe", "pipe"] })
      let said = ""
      for (const pipe of [child.stdout, child.stderr])
        pipe.setEncoding("utf8").on("data", (text: string) => (said += text))
      child.on("error", reject)
      child.on("close", (code) => {
        const [, done] = /^number of transactions actually processed: (\d+)/mu.exec(said) ?? []
        if (code === 0 && done !== undefined && !/aborted|ERROR/u.test(said)) resolve(Number(done))
        else reject(new Error(`pgbench ended with ${code}: ${said}`))
      })
    })
  return { run, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

const FiledRow = Schema.Array(
  Schema.Struct({
    data: Schema.Json,
    calculatedData: Schema.Json,
    outcomes: Schema.Json,
    effects: Schema.Array(Schema.Struct({ kind: Schema.String, content: Schema.Json }))
  })
)

/** What Formwork stored last, read without row security. */
export const lastFiled = (databaseUrl: string): Promise<Filed> =>
  Effect.gen(function* () {
    const sql = yield* PgClient.make({ url: Redacted.make(databaseUrl), maxConnections: 1 })
    const found = yield* sql`
      select s.data, s.calculated_data as "calculatedData", s.outcomes,
             (select coalesce(json_agg(json_build_object('kind', f.kind, 'content', f.content)), '[]') from formwork.firings f
               where f.organisation_id = s.organisation_id and f.submission_id = s.submission_id) as effects
        from formwork.submissions s order by s.created_at desc limit 1`
    const [filed] = yield* Schema.decodeUnknownEffect(FiledRow)(found)
    return filed ?? (yield* Effect.die(new Error("nothing was filed")))
  }).pipe(Effect.scoped, Effect.provide(Reactivity.layer), Effect.runPromise)
