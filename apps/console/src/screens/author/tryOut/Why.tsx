/** Why a rule of the draft gave what it gave; each name in it leads to its field, and shows who reads it. */
import { Button } from "../../../parts/Button.tsx"
import { lazily } from "../../../parts/lazily.tsx"
import type { Authoring } from "../authoring/Authoring.ts"
import { ChainName } from "../chain/ChainName.tsx"
import type { FieldName, RanRule } from "../engine/Protocol.ts"

const WhyTree = lazily(async () => (await import("./WhyTree.tsx")).WhyTree)

interface WhyProps {
  readonly authoring: Authoring
  readonly rule: RanRule
  readonly trace: ReadonlyArray<RanRule>
  readonly names: ReadonlyArray<FieldName>
  readonly onFocus: (field: FieldName, row: number | undefined) => void
}

export const Why = ({ authoring, names, onFocus, rule, trace }: WhyProps) => (
  <WhyTree
    rule={rule}
    trace={trace}
    names={names}
    showName={(field, row, name) => (
      <ChainName authoring={authoring} pointer={field.pointer}>
        <Button size="small" look="plain" onPress={() => onFocus(field, row)}>
          <code>{name}</code>
        </Button>
      </ChainName>
    )}
  />
)
