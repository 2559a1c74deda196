/** TypeScript types of a form: of a definition in a file, or of a version that a server has. */
import { Console, Effect, Redacted, Result } from "effect"
import { createFormwork } from "@formwork/client/Formwork"
import { isRefusal } from "@formwork/client/FormworkError"
import { formTypes, typeName } from "@formwork/client/writing/formTypes"
import type { FormSchemas } from "@formwork/client/writing/formTypes"
import { checkDefinition } from "@formwork/domain/forms/checkDefinition"
import { renderFaults } from "@formwork/rules/renderFaults"
import { resultSchemaOf } from "@formwork/rules/resultSchemaOf"
import { schemaOf } from "@formwork/rules/schemaOf"
import { faultLines, faultsWith, noneUnnamed, tablesFrom } from "./files/TableFiles.ts"
import { readJson } from "./files/JsonFile.ts"
import { remoteServer } from "./RemoteServer.ts"
import { StartupFailure } from "./StartupFailure.ts"

interface Described {
  /** Where the schemas are from; stands in a comment of the types. */
  readonly source: string
  readonly schemas: FormSchemas
}

const ofFile = Effect.fnUntraced(function* (path: string, files: Readonly<Record<string, string>>) {
  const definition = yield* readJson(path)
  const tables = yield* tablesFrom(definition, files, (file, faults) => Console.error(faultLines(file, faults)))
  const checked = checkDefinition(definition, {}, tables.known)
  if (Result.isFailure(checked)) {
    const faults = faultsWith(definition, tables, checked.failure)
    return yield* new StartupFailure({ message: `${renderFaults(definition, faults)}\n\n${path} has faults.` })
  }
  yield* noneUnnamed(path, tables)
  const form = checked.success
  const schemas = { schema: schemaOf(form), resultSchema: resultSchemaOf(form) }
  return { source: `The form "${form.definition.title}" of ${path}`, schemas } satisfies Described
})

const refused = (formId: string) => (error: unknown) => {
  const message = error instanceof Error ? error.message : String(error)
  return new StartupFailure({
    message: isRefusal(error, "NOT_FOUND")
      ? `The server has no live form ${formId} of this key's organisation, or no such version of it.`
      : `The form could not be read: ${message}`
  })
}

const ofServer = Effect.fnUntraced(function* (formId: string, version: string | undefined) {
  const { key, url } = yield* remoteServer
  const { forms, versions } = createFormwork({ baseUrl: url, token: Redacted.value(key) })
  const { body } = yield* Effect.tryPromise({
    try: () => (version === undefined ? forms.schema({ formId }) : versions.schema({ formId, versionId: version })),
    catch: refused(formId)
  })
  const title = typeof body.schema["title"] === "string" ? body.schema["title"] : formId
  return {
    source: `The form "${title}" (${formId}), version ${body.formVersionId}`,
    schemas: { schema: body.schema, resultSchema: body.resultSchema }
  } satisfies Described
})

const isFile = (form: string): boolean => form.endsWith(".json") || /[/\\]/u.test(form)

/**
 * @param form a file whose name ends in `.json` or has a slash, or the id of a form on the server at FORMWORK_URL.
 * @param tables files of the tables of the organisation that the definition in a file names, by their names.
 * @param name what the types' names begin with; by default the form's title.
 */
export const typesOf = Effect.fnUntraced(function* (
  form: string,
  {
    name,
    tables,
    version
  }: {
    readonly name: string | undefined
    readonly tables: Readonly<Record<string, string>>
    readonly version: string | undefined
  }
) {
  if (isFile(form) && version !== undefined)
    return yield* new StartupFailure({ message: "--form-version is for a form on a server; a file has one version." })
  const { schemas, source } = yield* isFile(form) ? ofFile(form, tables) : ofServer(form, version)
  const title = typeof schemas.schema["title"] === "string" ? schemas.schema["title"] : "Form"
  return formTypes(name ?? typeName(title), source, schemas)
})
