/** A bill of materials, by what lies in the folder that is released: CycloneDX 1.6. */
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

export interface Component {
  readonly name: string
  readonly version: string
  /** An SPDX expression. */
  readonly license: string
}

const textIn = (record: object, name: string): string => {
  const value: unknown = Object.entries(record).find(([key]) => key === name)?.[1]
  return typeof value === "string" ? value : ""
}

const componentOf = (manifest: string): ReadonlyArray<Component> => {
  const read: unknown = JSON.parse(readFileSync(manifest, "utf8"))
  if (typeof read !== "object" || read === null) return []
  const [name, version] = [textIn(read, "name"), textIn(read, "version")]
  // Folders in a package have a package.json too, which only says how their files are read.
  return name === "" || version === "" ? [] : [{ name, version, license: textIn(read, "license") }]
}

/** The packages in a folder's `node_modules`, at any depth, each once, by name and version. */
export const packagesIn = (folder: string): ReadonlyArray<Component> => {
  const manifests = globSync(["**/node_modules/*/package.json", "**/node_modules/@*/*/package.json"], { cwd: folder })
  const found = manifests.flatMap((manifest) => componentOf(join(folder, manifest)))
  const each = new Map(found.map((component) => [`${component.name}@${component.version}`, component]))
  return [...each].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, component]) => component)
}

/** The address of a package by the purl specification: the at sign of a scope is written with a percent sign. */
const purl = ({ name, version }: Component): string => `pkg:npm/${name.replace("@", "%40")}@${version}`

/** The same bytes for the same components: no date and no number of its own. */
export const bom = (version: string, components: ReadonlyArray<Component>): string =>
  `${JSON.stringify(
    {
      bomFormat: "CycloneDX",
      specVersion: "1.6",
      version: 1,
      metadata: {
        component: {
          type: "application",
          name: "formwork",
          version,
          "bom-ref": `pkg:generic/formwork@${version}`,
          licenses: [{ expression: "Apache-2.0" }]
        }
      },
      components: components.map((component) => ({
        type: "library",
        "bom-ref": purl(component),
        name: component.name,
        version: component.version,
        purl: purl(component),
        ...(component.license === "" ? {} : { licenses: [{ expression: component.license }] })
      }))
    },
    null,
    2
  )}\n`
