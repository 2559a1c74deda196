/** Reading a form definition from untrusted JSON: its shape, its members and their constraints. Expressions stay texts. */
import { type Check, codePattern, type Definition, type EffectRule, type OutcomeRule } from "../Definition.ts"
import { severities } from "../Evaluation.ts"
import type { Json } from "../Json.ts"
import { type Extended, extensible, extensionsOf } from "../reading/extensions.ts"
import { fillOptions } from "./fillOptions.ts"
import { noConstants, type ReadConstants, readConstants } from "./readConstants.ts"
import { readDefaults } from "./readDefaults.ts"
import { type ReadField, readFields } from "./readField.ts"
import { MAX_SECTIONS, type ReadSection, readSection, wholeSection } from "./readSections.ts"
import { type ReadTables, readTables } from "./readTables.ts"
import {
  anything,
  array,
  expression,
  formed,
  id,
  isObject,
  type Loose,
  type ObjectOf,
  oneOf,
  optional,
  type Placed,
  type Read,
  type ReadContext,
  required,
  text,
  unique,
  addTypeFault
} from "../reading/Reader.ts"
import { MAX_EFFECTS } from "./effectLimits.ts"
import { checkEvents, readEffect } from "./readEffect.ts"
import { translated } from "../reading/translated.ts"
import { groupOf } from "../values/groups.ts"
import { below } from "../values/pointer.ts"
import type { Slices } from "../values/Slices.ts"
import { DEFAULT_PATTERN, readReference } from "./readReference.ts"
import { defaultWorkflow, readWorkflow } from "./readWorkflow.ts"

/** A definition as far as it could be read. Without faults, `definition` is complete. */
export interface ReadDefinition {
  readonly definition: Definition
  readonly constants: ReadConstants
  readonly tables: ReadTables
  readonly fields: ReadonlyArray<ReadField>
  readonly sections: ReadonlyArray<Placed<ReadSection>>
  readonly checks: ReadonlyArray<Placed<Loose<Check>>>
  readonly outcomes: ReadonlyArray<Placed<Loose<OutcomeRule>>>
  readonly effects: ReadonlyArray<Placed<Loose<EffectRule>>>
}

const message = translated(text(1, 1000))

const timeZone: Read<string> = (reading, value, at) => {
  const expected = "the name of a time zone, its continent and city, such as `Europe/London` or `America/New_York`"
  if (typeof value !== "string" || !/^[A-Za-z]/.test(value) || value.length > 100)
    return addTypeFault(reading, value, at, expected)
  try {
    Intl.DateTimeFormat("en", { timeZone: value })
    return value
  } catch {
    // Intl reports an unknown zone only by throwing.
    return addTypeFault(reading, value, at, expected)
  }
}

const formatVersion: Read<1> = (reading, value, at) =>
  value === 1 ? 1 : addTypeFault(reading, value, at, "`1`, the only version there is")

const readCheck = extensible(
  { id: required(id), field: optional(text(1, 200)), check: required(expression), message: required(message) },
  "a check"
)

const readOutcome = extensible(
  {
    id: required(id),
    severity: required(oneOf(severities)),
    field: optional(text(1, 200)),
    when: required(expression),
    message: required(message)
  },
  "an outcome"
)

const placed = <A>(
  reading: ReadContext,
  value: Json | undefined,
  at: string,
  read: Read<A & { readonly id?: string | undefined }>,
  what: string,
  most = reading.limits.rules
): ReadonlyArray<Placed<A>> => {
  const entries = value === undefined ? undefined : array(read, most, what)(reading, value, at)
  unique(
    reading,
    (entries ?? []).map((entry, index) => ({ id: entry?.id, at: `${below(at, index)}/id` })),
    "The id"
  )
  return (entries ?? []).flatMap((entry, index) =>
    entry === undefined ? [] : [{ pointer: below(at, index), value: entry }]
  )
}

const formMembers = {
  formatVersion: optional(formatVersion),
  languages: optional(anything), // read before all others (readLanguages.ts)
  title: required(translated(text(1, 200))),
  code: required(formed(codePattern, "one to ten capital letters and digits, a letter first, such as `MQ`")),
  timeZone: optional(timeZone),
  referencePattern: optional(text(1, 200)),
  constants: optional(anything),
  tables: optional(anything),
  fields: required(anything),
  sections: optional(anything),
  checks: optional(anything),
  outcomes: optional(anything),
  workflow: optional(anything),
  effects: optional(anything)
}

/** The names that fields have, those of rows and of groups too. */
const slugsOf = (fields: ReadonlyArray<ReadField>): ReadonlySet<string> =>
  new Set(
    fields.flatMap(({ rows, slug }) => [...(slug === undefined ? [] : [slug, groupOf(slug) ?? slug]), ...slugsOf(rows)])
  )

const soundOf = <A>(
  entries: ReadonlyArray<Placed<Loose<A>>>,
  whole: (value: Loose<A>) => A | undefined
): ReadonlyArray<A> =>
  entries.flatMap(({ value }) => {
    const sound = whole(value)
    return sound === undefined ? [] : [sound]
  })

const wholeCheck = ({ check, extensions, field, id, message }: Loose<Check>): Check | undefined =>
  id === undefined || check === undefined || message === undefined
    ? undefined
    : { id, check, message, ...(field === undefined ? {} : { field }), ...extensionsOf({ extensions }) }

const wholeOutcome = ({
  extensions,
  field,
  id,
  message,
  severity,
  when
}: Loose<OutcomeRule>): OutcomeRule | undefined =>
  id === undefined || severity === undefined || when === undefined || message === undefined
    ? undefined
    : { id, severity, when, message, ...(field === undefined ? {} : { field }), ...extensionsOf({ extensions }) }

const wholeEffect = ({ id, internal, kind, on, settings, when }: Loose<EffectRule>): EffectRule | undefined =>
  id === undefined || kind === undefined
    ? undefined
    : {
        id,
        kind,
        on: on ?? "filed",
        ...(internal === undefined ? {} : { internal }),
        settings: settings ?? {},
        ...(when === undefined ? {} : { when })
      }

/** Reads a whole definition; faults go to `reading`, and defaults replace what could not be read. */
export function* readDefinition(reading: ReadContext, json: Json): Slices<ReadDefinition> {
  const given: ObjectOf<typeof formMembers> & Extended = extensible(formMembers, "a form")(reading, json, "") ?? {}
  const read = given.fields === undefined ? [] : yield* readFields(reading, given.fields, "/fields", false)
  const tables =
    given.tables === undefined
      ? { tables: [], broken: new Set<string>() }
      : yield* readTables(reading, given.tables, "/tables", slugsOf(read))
  const fields = yield* readDefaults(reading, yield* fillOptions(reading, read, tables))
  const taken = {
    fields: slugsOf(fields),
    tables: new Set(given.tables !== undefined && isObject(given.tables) ? Object.keys(given.tables) : [])
  }
  const constants =
    given.constants === undefined ? noConstants : readConstants(reading, given.constants, "/constants", taken)
  const sections = placed<ReadSection>(reading, given.sections, "/sections", readSection, "sections", MAX_SECTIONS)
  const checks: ReadonlyArray<Placed<Loose<Check>>> = placed(reading, given.checks, "/checks", readCheck, "checks")
  const outcomes: ReadonlyArray<Placed<Loose<OutcomeRule>>> = placed(
    reading,
    given.outcomes,
    "/outcomes",
    readOutcome,
    "outcomes"
  )
  const effects: ReadonlyArray<Placed<Loose<EffectRule>>> = placed(
    reading,
    given.effects,
    "/effects",
    readEffect,
    "effects",
    MAX_EFFECTS
  )
  const workflow = given.workflow === undefined ? defaultWorkflow : readWorkflow(reading, given.workflow, "/workflow")
  checkEvents(reading, effects, workflow.states)
  const reference =
    given.code === undefined
      ? undefined
      : readReference(reading, given.referencePattern ?? DEFAULT_PATTERN, "/referencePattern", given.code)
  const definition: Definition = {
    formatVersion: 1,
    ...(reading.languages === undefined
      ? {}
      : { languages: reading.languages.all, language: reading.languages.chosen }),
    title: given.title ?? "",
    code: given.code ?? "",
    timeZone: given.timeZone ?? "UTC",
    reference: reference ?? [],
    constants: constants.constants,
    tables: tables.tables,
    fields: fields.flatMap(({ field }) => (field === undefined ? [] : [field])),
    sections: sections.flatMap(({ value }) => wholeSection(value) ?? []),
    checks: soundOf(checks, wholeCheck),
    outcomes: soundOf(outcomes, wholeOutcome),
    workflow,
    effects: soundOf(effects, wholeEffect),
    ...extensionsOf(given)
  }
  return { definition, constants, tables, fields, sections, checks, outcomes, effects }
}
