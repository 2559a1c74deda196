/** Clients who look at everything that they can name, also at what is another organisation's. */
import { Effect } from "effect"
import { Submissions } from "@formwork/domain/filing/Submissions"
import { Forms } from "@formwork/domain/forms/Forms"
import { ApiKeys } from "@formwork/domain/keys/ApiKeys"
import { Users } from "@formwork/domain/people/Users"
import { Firings } from "@formwork/domain/sending/Firings"
import type { Services } from "../world/services.ts"
import type { Acting } from "../world/World.ts"
import { ask } from "../world/World.ts"
import type { Caller } from "@formwork/domain/callers/Caller"

type Looking = (
  caller: Caller
) => Effect.Effect<ReadonlyArray<{ readonly id: string }>, { readonly _tag: string }, Services>

/** Each look, by what it is called. */
const looks = ({ other }: Acting): Readonly<Record<string, Looking>> => ({
  "list the submissions": (caller) =>
    Submissions.use((submissions) =>
      Effect.map(submissions.list(caller, {}, { limit: 20, after: undefined }), ({ items }) => items)
    ),
  "list the forms": (caller) => Forms.use((forms) => forms.list(caller, {}, { limit: 20 })),
  "list the keys": (caller) => ApiKeys.use((keys) => keys.list(caller)),
  "list the people": (caller) => Users.use((users) => users.list(caller)),
  "list the effects": (caller) =>
    Firings.use((firings) =>
      Effect.map(firings.list(caller, {}, { limit: 20 }), (found) =>
        found.map(({ submissionId }) => ({ id: submissionId }))
      )
    ),
  "read a form of the other organisation": (caller) =>
    Forms.use((forms) => Effect.map(forms.get(caller, other.forms[0].id), (form) => [form])),
  "read a person of the other organisation": (caller) =>
    Users.use((users) => Effect.map(users.get(caller, other.owner.userId), (user) => [user])),
  ...Object.fromEntries(
    other.submissions
      .slice(-2)
      .map(({ id }): [string, Looking] => [
        `read ${id}, which is another organisation's`,
        (caller) => Submissions.use((submissions) => Effect.map(submissions.get(caller, id), (found) => [found]))
      ])
  )
})

export const peeks = Effect.fnUntraced(function* (acting: Acting) {
  const { dice, organisation, world } = acting
  const { name, token } = organisation.owner
  for (const [what, look] of Object.entries(looks(acting))) {
    yield* ask(acting, {
      who: name,
      what,
      token,
      operation: (caller) =>
        Effect.map(look(caller), (found) =>
          world.witness.owners.saw(
            { organisationId: organisation.id },
            what,
            found.map(({ id }) => id)
          )
        )
    })
    yield* Effect.sleep(dice.span(1, 20_000))
  }
})
