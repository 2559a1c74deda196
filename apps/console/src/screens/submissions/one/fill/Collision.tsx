/** A draft that somebody else saved meanwhile: what they changed, and for each field that both changed, which value stays. */
import type { Submission } from "@formwork/client/contract"
import type { JsonObject } from "@formwork/rules/Json"
import { useMemo, useState } from "react"
import { useMessages } from "../../../../messages/useMessages.ts"
import { Button } from "../../../../parts/Button.tsx"
import { RadioGroup } from "../../../../parts/RadioGroup.tsx"
import { signed } from "../../../../parts/foreignText.ts"
import { useFieldWords } from "../history/useFieldWords.ts"
import { jsonObject } from "../../../../api/jsonObject.ts"
import { ChangedMeanwhile } from "../transitions/ChangedMeanwhile.tsx"
import styles from "./Fill.module.css"
import { mergeFields, withTheirs } from "./mergeFields.ts"

interface CollisionProps {
  /** The draft that the person began with, what they made of it, and what is stored now. */
  readonly base: Submission
  readonly mine: JsonObject
  readonly fresh: Submission
  readonly onMerged: (values: JsonObject) => void
}

export const Collision = ({ base, fresh, mine, onMerged }: CollisionProps) => {
  const { fill: words } = useMessages().submission
  const fields = useFieldWords(fresh)
  const found = useMemo(() => mergeFields(jsonObject(base.data), mine, jsonObject(fresh.data)), [base, mine, fresh])
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set())
  const choose = (slug: string, side: "mine" | "theirs") =>
    setTheirs(new Set(side === "theirs" ? [...theirs, slug] : [...theirs].filter((one) => one !== slug)))
  return (
    <div className={styles.conflicts}>
      <ChangedMeanwhile seen={base} fresh={fresh} />
      {found.conflicts.map((conflict) => {
        const path = [conflict.slug] as const
        const text = (side: "mine" | "theirs") => signed(fields.value(path, conflict[side]))
        return (
          <RadioGroup
            key={conflict.slug}
            label={words.both({ field: signed(fields.label(path)) })}
            options={[
              { id: "mine", label: words.mine({ value: text("mine") }) },
              { id: "theirs", label: words.theirs({ value: text("theirs") }) }
            ]}
            value={theirs.has(conflict.slug) ? "theirs" : "mine"}
            onChange={(side) => choose(conflict.slug, side)}
          />
        )
      })}
      <div>
        <Button look="primary" onPress={() => onMerged(withTheirs(found, theirs))}>
          {words.goOn}
        </Button>
      </div>
    </div>
  )
}
