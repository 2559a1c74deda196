/** The laws of the ports that read and write tables of which months can be given up: on divided tables, with months that are gone. */
import { Effect, Layer } from "effect"
import * as Audit from "@formwork/contract/audit/audit"
import * as AuditFilter from "@formwork/contract/audit/auditFilter"
import * as Deletions from "@formwork/contract/filing/deletions"
import * as Usage from "@formwork/contract/reports/usage"
import * as Outbox from "@formwork/contract/sending/outbox"
import { actual } from "@formwork/contract/Subject"
import * as Month from "../src/database/months/Month.ts"
import * as Retention from "../src/database/months/Retention.ts"
import * as TestServer from "../src/testing/TestServer.ts"
import { ports } from "./Subject.ts"

const byMonths = Layer.unwrap(
  Effect.gen(function* () {
    const { admin: url } = yield* TestServer.migrated
    const all = { audit: 1, attempts: 1, usage: 1 }
    const today = Month.of(new Date())
    yield* Retention.retain(url, all, today - 8, false)
    yield* Retention.retain(url, all, today, false)
    return TestServer.whole(url)
  })
)
const subject = actual((quota) => ports(byMonths, quota))
for (const { contract } of [Audit, AuditFilter, Deletions, Usage, Outbox]) contract("by months", subject)
