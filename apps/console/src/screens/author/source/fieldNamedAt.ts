/** The field whose name stands at a place of a definition. */
import type { EngineClient } from "../engine/EngineClient.ts"
import type { FieldName } from "../engine/Protocol.ts"
import type { TextAt } from "../authoring/TextPlaces.ts"

const OWN_NAME = /^(\/fields\/\d+(?:\/fields\/\d+)?)\/slug$/

/**
 * The field itself, for a place in its own `slug`; else the one that a rule, a message or a setting reads there.
 * @param word that stands there.
 */
export const fieldNamedAt = async (
  engine: EngineClient,
  names: ReadonlyArray<FieldName>,
  { offset, pointer }: TextAt,
  word: string
): Promise<FieldName | undefined> => {
  const own = OWN_NAME.exec(pointer)?.[1]
  if (own !== undefined) return names.find((name) => name.pointer === own)
  for (const name of names.filter((one) => one.name.split(".").includes(word))) {
    const found = (await engine.ask("references", { pointer: name.pointer })) ?? []
    if (found.some((one) => one.pointer === pointer && one.range.start <= offset && offset <= one.range.end))
      return name
  }
  return undefined
}
