/** The places that read a field. */
import type { Reference } from "@formwork/rules/references"
import { useEffect, useState } from "react"
import { useMessages } from "../../../../messages/useMessages.ts"
import { Button } from "../../../../parts/Button.tsx"
import { Foreign } from "../../../../parts/Foreign.tsx"
import { placeName } from "../outline/placeName.ts"
import type { StructureTools } from "../StructureTools.ts"
import styles from "./Inspector.module.css"
import type { PartProps } from "./PartProps.ts"

const none: ReadonlyArray<Reference> = []

/** Asked again when the text has changed and was checked. */
const useReferences = ({ faults, references }: StructureTools, pointer: string): ReadonlyArray<Reference> => {
  const [found, setFound] = useState(none)
  useEffect(() => {
    let isOver = false
    void references(pointer).then((answer) => (isOver ? undefined : setFound(answer)))
    return () => {
      isOver = true
    }
  }, [references, pointer, faults])
  return found
}

export const ReadBy = ({ good, part, tools }: PartProps) => {
  const { structure } = useMessages()
  const found = useReferences(tools, part.pointer)
  const places = [...new Set(found.map(({ pointer }) => pointer))]
  return (
    <div className={styles.group}>
      <h3 className={styles.heading}>{structure.readBy.title}</h3>
      {places.length === 0 ? (
        <p className={styles.hint}>{structure.readBy.none}</p>
      ) : (
        <ul className={styles.places}>
          {places.map((pointer) => (
            <li key={pointer}>
              <Button size="small" look="plain" onPress={() => tools.store.select(pointer)}>
                <Foreign text={placeName(good.tree, pointer).join(" · ")} />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
