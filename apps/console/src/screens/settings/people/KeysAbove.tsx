/** After a change of role: the person's keys that hold more than it, and a button that ends them. */
import type { User } from "@formwork/client/contract"
import { useMutation } from "@tanstack/react-query"
import { api } from "../../../api/api.ts"
import { forgetPeople } from "../../../api/people.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { focusHeading } from "../../../parts/focusHeading.ts"
import { Notice } from "../../../parts/Notice.tsx"
import { Refused } from "../../../parts/Refused.tsx"

interface KeysAboveProps {
  readonly person: User
  readonly count: number
  readonly onRevoked: () => void
}

export const KeysAbove = ({ count, onRevoked, person }: KeysAboveProps) => {
  const words = useMessages().people.one
  const revoke = useMutation({
    mutationFn: async () => {
      await api.users.update({ userId: person.id, body: { revokeKeys: true } })
      await forgetPeople()
    },
    onSuccess: () => {
      onRevoked()
      focusHeading()
    }
  })
  const act = (
    <Button look="danger" isPending={revoke.isPending} onPress={() => revoke.mutate()}>
      {words.revokeAbove}
    </Button>
  )
  return (
    <>
      <Refused error={revoke.error} />
      <Notice tone="warning" title={words.keysAbove({ n: count })} actions={act}>
        {words.keysAboveWhy}
      </Notice>
    </>
  )
}
