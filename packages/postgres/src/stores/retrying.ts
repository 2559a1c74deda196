/** Trying firings again, on Postgres: with an e-mail the documents that it still needs, with a document the e-mails that need it. */
import { Effect, Schema } from "effect"
import { rows } from "../database/TenantDatabase.ts"
import type { Sql } from "../database/TenantDatabase.ts"

const found = rows(Schema.Struct({ id: Schema.String }))

const idsOf = Effect.map((all: ReadonlyArray<{ readonly id: string }>) => all.map(({ id }) => id))

/**
 * Locks the firings, and those that are tried again with them, until the transaction ends. INVARIANT: in the order of their ids, as
 * settling does.
 * @returns the ids of all of them.
 */
export const lock = (sql: Sql, organisation: string, ids: ReadonlyArray<string>) =>
  sql`
    with chosen as (
      select c.firing_id, c.submission_id, c.kind, c.content from formwork.firings c
       where c.organisation_id = ${organisation} and c.firing_id = any (${ids}::uuid[])
    )
    select f.firing_id as "id"
      from formwork.firings f
     where f.organisation_id = ${organisation} and f.firing_id in (
       select c.firing_id from chosen c
       union
       select o.firing_id from chosen c
         join formwork.firings o on o.organisation_id = ${organisation} and o.submission_id = c.submission_id
        where c.kind = 'notification' and strpos(c.content ->> 'attachments', o.firing_id::text) > 0
           or c.kind = 'document' and o.kind = 'notification' and strpos(o.content ->> 'attachments', c.firing_id::text) > 0)
     order by f.firing_id
       for update of f`.pipe(found, idsOf)

/** Which of these firings are dead or stopped. */
export const failedOf = (sql: Sql, organisation: string, ids: ReadonlyArray<string>) =>
  sql`
    select f.firing_id as "id" from formwork.firings f
     where f.organisation_id = ${organisation} and f.firing_id = any (${ids}::uuid[]) and f.state in ('dead', 'stopped')`.pipe(
    found,
    idsOf
  )

/** Makes locked firings due again, and those that are tried with them, and lifts the stop on their URLs. */
export const again = Effect.fnUntraced(function* (sql: Sql, organisation: string, ids: ReadonlyArray<string>) {
  yield* sql`
    delete from formwork.stopped_urls u
     using formwork.firings f
     where u.organisation_id = ${organisation} and f.organisation_id = ${organisation} and f.firing_id = any (${ids}::uuid[])
       and f.kind = 'delivery' and f.content ->> 'url' = u.url`
  const all = yield* lock(sql, organisation, ids)
  yield* sql`
    update formwork.firings f
       set state = 'pending', failures = 0,
           next_attempt_at = statement_timestamp()
     where f.organisation_id = ${organisation} and f.firing_id = any (${all}::uuid[]) and f.state <> 'delivered'`
  // An e-mail waits for the documents that it attaches.
  yield* sql`
    update formwork.firings f
       set next_attempt_at = 'infinity'
     where f.organisation_id = ${organisation} and f.firing_id = any (${all}::uuid[]) and f.state = 'pending'
       and f.kind = 'notification'
       and exists (
         select from formwork.firings d
          where d.organisation_id = ${organisation} and d.submission_id = f.submission_id and d.state <> 'delivered'
            and strpos(f.content ->> 'attachments', d.firing_id::text) > 0)`
})
