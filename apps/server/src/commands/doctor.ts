/** `formwork doctor`: looks at everything that the service needs, and says what to do about what is wrong. */
import { Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { found } from "../settings/Settings.ts"
import { Faulty } from "../StartupFailure.ts"

export const doctor = Command.make(
  "doctor",
  { json: Flag.Boolean("json").pipe(Flag.withDescription("One JSON array"), Flag.withDefault(false)) },
  Effect.fn(function* ({ json }) {
    const read = yield* found
    const { examine } = yield* Effect.promise(() => import("../doctor/examine.ts"))
    const findings = yield* examine(read)
    const width = Math.max(...findings.map(({ check }) => check.length))
    yield* Console.log(
      json
        ? JSON.stringify(findings, null, 2)
        : findings
            .map(({ check, message, status }) => `${status.padEnd(4)}  ${check.padEnd(width)}  ${message}`)
            .join("\n")
    )
    if (findings.some(({ status }) => status === "fail")) return yield* new Faulty()
  })
).pipe(
  Command.withDescription(
    "Check what the service needs: settings, ports, the data folder or the database server (roles, row security, migrations, clock), the outbox, the mail server, receivers. Nothing is changed or sent. Each line is ok, warn or fail, with what to do. Exit code 1 if one is fail."
  ),
  Command.withShortDescription("Check everything that the service needs, and say what to do")
)
