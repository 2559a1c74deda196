/** `formwork organisation`: founds, lists, suspends and resumes organisations. */
import { Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { settings } from "../settings/Settings.ts"

/** Imported only when it is used, as every command's own parts are. */
const hosting = Effect.promise(() => import("../organisations/Hosting.ts"))

const create = Command.make(
  "create",
  {
    name: Flag.String("name").pipe(Flag.withDescription("The organisation's name, which no other one has")),
    owner: Flag.String("owner").pipe(
      Flag.withDescription("The e-mail address of its owner, who may do everything in it")
    ),
    ownerName: Flag.String("owner-name").pipe(
      Flag.withDescription("The owner's name; the address, if left out"),
      Flag.optional
    ),
    passwordFile: Flag.String("owner-password-file").pipe(
      Flag.withDescription(
        "A file with the owner's password; without it the owner gets an invitation, which is printed"
      ),
      Flag.optional
    ),
    migrate: Flag.Boolean("migrate").pipe(
      Flag.withDescription("First bring the database of DATABASE_URL up to this version, as `formwork migrate` does"),
      Flag.withDefault(false)
    ),
    json: Flag.Boolean("json").pipe(Flag.withDescription("Print one JSON object"), Flag.withDefault(false))
  },
  Effect.fn(function* (creation) {
    const config = yield* settings
    return yield* (yield* hosting).create(config, creation)
  })
).pipe(
  Command.withDescription(
    "Found an organisation. Its owner signs in with the password of --owner-password-file, or sets one with the invitation that is printed."
  ),
  Command.withShortDescription("Found an organisation with its owner"),
  Command.withExamples([
    {
      command: "formwork organisation create --name Ashworth --owner ada@example.org",
      description: "print an invitation for the owner"
    },
    {
      command:
        "formwork organisation create --migrate --name Ashworth --owner ada@example.org --owner-password-file password.txt",
      description: "from an empty database to an owner who can sign in"
    }
  ])
)

const list = Command.make(
  "list",
  {
    json: Flag.Boolean("json").pipe(
      Flag.withDescription("Print one JSON object per organisation"),
      Flag.withDefault(false)
    )
  },
  Effect.fn(function* ({ json }) {
    const config = yield* settings
    return yield* (yield* hosting).list(config, json)
  })
).pipe(Command.withDescription("List the organisations, the newest first"))

const named = Argument.String("organisation").pipe(Argument.withDescription("The organisation's name or id"))

const invite = Command.make(
  "invite",
  {
    organisation: named,
    owner: Flag.String("owner").pipe(Flag.withDescription("The e-mail address of an owner of the organisation")),
    json: Flag.Boolean("json").pipe(Flag.withDescription("Print one JSON object"), Flag.withDefault(false))
  },
  Effect.fn(function* (invitation) {
    const config = yield* settings
    return yield* (yield* hosting).invite(config, invitation)
  })
).pipe(
  Command.withDescription(
    "Print another invitation for an owner: for one that was lost or has expired, or a forgotten password. The one before ends."
  ),
  Command.withShortDescription("Print another invitation for an owner")
)

const suspend = Command.make(
  "suspend",
  { organisation: named },
  Effect.fn(function* ({ organisation }) {
    const config = yield* settings
    return yield* (yield* hosting).setSuspended(config, organisation, true)
  })
).pipe(
  Command.withDescription(
    "Refuse every key, session and invitation of an organisation from the next request on, and hold its effects back. Nothing of it is changed or deleted."
  ),
  Command.withShortDescription("Refuse every credential of an organisation")
)

const resume = Command.make(
  "resume",
  { organisation: named },
  Effect.fn(function* ({ organisation }) {
    const config = yield* settings
    return yield* (yield* hosting).setSuspended(config, organisation, false)
  })
).pipe(
  Command.withDescription(
    "End the suspension of an organisation: everything works as before, and effects that waited are sent"
  ),
  Command.withShortDescription("End the suspension of an organisation")
)

const move = Command.make(
  "move",
  {
    organisation: named,
    to: Flag.String("to").pipe(
      Flag.withMetavar("host:port"),
      Flag.withDescription(
        "The node that it goes to, as Citus knows it (`select nodename, nodeport from pg_dist_node`)"
      )
    )
  },
  Effect.fn(function* ({ organisation, to }) {
    const config = yield* settings
    const moving = yield* Effect.promise(() => import("../organisations/Moving.ts"))
    return yield* moving.move(config, organisation, to)
  })
).pipe(
  Command.withDescription(
    "Move an organisation of a database that is divided among nodes to another node, while servers run. DATABASE_URL is a superuser's login to the coordinator (docs/scaling.md)."
  ),
  Command.withShortDescription("Move an organisation to another node of a cluster")
)

export const organisation = Command.make("organisation").pipe(
  Command.withDescription(
    "Found, list, suspend, resume and move the organisations of the database of DATABASE_URL (with OPERATOR_DATABASE_URL as that login), or of the embedded database while no server uses it."
  ),
  Command.withShortDescription("Found, list, suspend, resume and move organisations"),
  Command.withSubcommands([create, invite, list, suspend, resume, move])
)
