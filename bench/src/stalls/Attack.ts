/** One hostile request or a few of them, and what attacks share. */
import type { Json, JsonObject } from "@formwork/rules/Json"
import { Schema } from "effect"
import type { Answer, Target } from "./Target.ts"

export interface Attack {
  readonly name: string
  /** What is put there before the measuring. */
  readonly prepare?: (target: Target) => Promise<string>
  /** @param given what `prepare` gave, such as a form's id. */
  readonly run: (target: Target, given: string) => Promise<ReadonlyArray<Answer>>
}

export const times = <A>(count: number, make: (index: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, index) => make(index))

let codes = 0
/** One that no other form has. */
export const code = (): string => `H${codes++}`

export const formOf = (fields: ReadonlyArray<Json>, more: JsonObject = {}): JsonObject => ({
  title: "Hostile",
  code: code(),
  fields,
  ...more
})

const Created = Schema.fromJsonString(Schema.Struct({ id: Schema.String }))
export const idOf = ({ body }: Answer): string => Schema.decodeSync(Created)(body).id

/** What is put there before the measuring is asked for again where a busy machine had no time for it. */
export const patiently = async (ask: () => Promise<Answer>): Promise<Answer> => {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask()
    if (answer.status !== 503 || tries === 10) return answer
  }
}

/** The id of a form that was published with this definition. */
export const publish = async ({ ask }: Target, definition: JsonObject): Promise<string> => {
  const made = await patiently(() => ask("POST", "/forms", { definition }))
  if (made.status !== 201) throw new Error(`a hostile form was not made: ${made.body.slice(0, 500)}`)
  const id = idOf(made)
  const answer = await patiently(() => ask("POST", `/forms/${id}/publish`))
  if (answer.status !== 201) throw new Error(`a hostile form was not published: ${answer.body.slice(0, 500)}`)
  return id
}
