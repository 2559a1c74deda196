/** Reading a form's workflow: its states and the transitions between them. */
import type { Transition, Workflow } from "../Definition.ts"
import {
  array,
  fault,
  formed,
  object,
  optional,
  type Read,
  type ReadContext,
  required,
  text,
  unique
} from "../reading/Reader.ts"
import { below } from "../values/pointer.ts"
import type { Json } from "../Json.ts"
import { didYouMean } from "../values/nearest.ts"

export const defaultWorkflow: Workflow = {
  initial: "submitted",
  states: ["submitted", "in_review", "approved", "rejected"],
  transitions: [
    { name: "review", from: "submitted", to: "in_review" },
    { name: "approve", from: "in_review", to: "approved" },
    { name: "reject", from: "in_review", to: "rejected" }
  ]
}

const MAX_STATES = 50
const MAX_TRANSITIONS = 200

const word = formed(/^[a-z][a-z0-9_]{0,62}$/, "a word of small letters, digits and `_`, such as `in_review`")

/** A privilege that exists: a transition that asks for any other could never be made. */
const privilege: Read<string> = (reading, value, at) => {
  const given = text(1, 100)(reading, value, at)
  const { privileges } = reading
  if (given === undefined || privileges === undefined || privileges.includes(given)) return given
  return fault(
    reading,
    at,
    `There is no privilege \`${given}\`.${didYouMean(given, privileges)}`,
    `one of ${privileges.map((one) => `\`${one}\``).join(", ")}`
  )
}

const readWorkflowObject = object(
  {
    initial: optional(word),
    states: optional(array(word, MAX_STATES, "states")),
    transitions: optional(
      array(
        object(
          { name: required(word), from: required(word), to: required(word), privilege: optional(privilege) },
          "a transition"
        ),
        MAX_TRANSITIONS,
        "transitions"
      )
    )
  },
  "a workflow"
)

const known = (reading: ReadContext, states: ReadonlyArray<string>, state: string | undefined, at: string): void => {
  if (state === undefined || states.includes(state)) return
  fault(
    reading,
    at,
    `There is no state \`${state}\`.${didYouMean(state, states)}`,
    `one of ${states.map((one) => `\`${one}\``).join(", ")}`
  )
}

type ReadTransition = { readonly [K in keyof Transition]?: Transition[K] | undefined }

const transitionOf = ({ from, name, privilege, to }: ReadTransition): ReadonlyArray<Transition> =>
  name === undefined || from === undefined || to === undefined
    ? []
    : [{ name, from, to, ...(privilege === undefined ? {} : { privilege }) }]

/** The workflow. Without states in the definition, the default one. */
export const readWorkflow = (reading: ReadContext, value: Json, at: string): Workflow => {
  const read = readWorkflowObject(reading, value, at)
  if (read === undefined) return defaultWorkflow
  const given = read.states?.filter((state) => state !== undefined) ?? []
  const drafted = (read.states ?? []).indexOf("draft")
  if (drafted >= 0) {
    fault(reading, below(below(at, "states"), drafted), "`draft` is a state that every form has; it is not listed.")
  }
  unique(
    reading,
    (read.states ?? []).map((id, index) => ({ id, at: below(below(at, "states"), index) })),
    "The state"
  )
  const states = given.length === 0 ? defaultWorkflow.states : given
  known(reading, states, read.initial, below(at, "initial"))
  const transitions = read.transitions ?? []
  transitions.forEach((transition, index) => {
    const place = below(below(at, "transitions"), index)
    known(reading, states, transition?.from, below(place, "from"))
    known(reading, states, transition?.to, below(place, "to"))
  })
  unique(
    reading,
    transitions.map((transition, index) => ({
      id:
        transition?.name === undefined || transition.from === undefined
          ? undefined
          : `${transition.name}\` from \`${transition.from}`,
      at: below(below(at, "transitions"), index)
    })),
    "The transition"
  )
  const sound = transitions.flatMap((transition) => (transition === undefined ? [] : transitionOf(transition)))
  return {
    initial: read.initial ?? states[0] ?? defaultWorkflow.initial,
    states,
    transitions: given.length === 0 && sound.length === 0 ? defaultWorkflow.transitions : sound
  }
}
