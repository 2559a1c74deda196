/** A list of parts as a whole: what they are, and one more of them. */
import { useMessages } from "../../../../messages/useMessages.ts"
import { Button } from "../../../../parts/Button.tsx"
import { Empty } from "../../../../parts/States.tsx"
import { lastOf } from "../../document/pointer.ts"
import { appended } from "../outline/newEntries.ts"
import type { PartProps } from "./PartProps.ts"

const names = ["fields", "checks", "outcomes", "effects"] as const

export const SectionPart = ({ good, isDisabled, part, tools }: PartProps) => {
  const { structure } = useMessages()
  const name = names.find((one) => one === lastOf(part.pointer))
  if (name === undefined) return null
  return (
    <Empty
      title={structure.sections[name]}
      action={
        <Button
          look="primary"
          isDisabled={isDisabled}
          onPress={() => tools.store.edit(appended(good.tree, part.pointer, structure.newTexts))}
        >
          {structure.add[name]}
        </Button>
      }
    >
      {structure.sectionsWhy[name]}
    </Empty>
  )
}
