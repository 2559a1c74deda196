/** `formwork retention`: gives up the months of tables that only grow. */
import { Effect, Record, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { settings } from "../settings/Settings.ts"

/** A hundred years: all, for anybody who has to keep it. */
const Months = Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1200 }))

const months = (name: string, what: string) =>
  Flag.Int(name).pipe(
    Flag.withSchema(Months),
    Flag.withMetavar("months"),
    Flag.withDescription(`How many whole months of ${what} to keep, before this one`),
    Flag.optional
  )

export const retention = Command.make(
  "retention",
  {
    audit: months("audit", "the audit log"),
    attempts: months("attempts", "attempts to send effects, with the answers of receivers"),
    usage: months("usage", "the counts of calls"),
    check: Flag.Boolean("check").pipe(
      Flag.withDescription("Change nothing: say what would be given up"),
      Flag.withDefault(false)
    ),
    json: Flag.Boolean("json").pipe(Flag.withDescription("Print one JSON object"), Flag.withDefault(false))
  },
  Effect.fn(function* ({ attempts, audit, check, json, usage }) {
    const config = yield* settings
    const retaining = yield* Effect.promise(() => import("../upkeep/Retaining.ts"))
    return yield* retaining.retain(config, Record.getSomes({ audit, attempts, usage }), {
      isTrial: check,
      asJson: json
    })
  })
).pipe(
  Command.withDescription(
    "Say how large the tables are that only grow, and give up what is older than you want to keep. What is named is divided by months, the first time; from then on a month goes without a row of it being read. Run it each month, with a login that may migrate, while servers run."
  ),
  Command.withShortDescription("Keep so many months of the audit log, of attempts, of counts"),
  Command.withExamples([
    { command: "formwork retention", description: "say what there is" },
    {
      command: "formwork retention --audit 24 --attempts 6 --check",
      description: "say what would be given up"
    },
    { command: "formwork retention --audit 24 --attempts 6", description: "give it up" }
  ])
)
