/** Lets a person sign in again. */
import type { User } from "@formwork/client/contract"
import { useMutation } from "@tanstack/react-query"
import { api } from "../../../api/api.ts"
import { forgetPeople } from "../../../api/people.ts"
import { useMessages } from "../../../messages/useMessages.ts"
import { Button } from "../../../parts/Button.tsx"
import { focusHeading } from "../../../parts/focusHeading.ts"
import { Refused } from "../../../parts/Refused.tsx"

export const Reactivate = ({ isDisabled, person }: { readonly person: User; readonly isDisabled: boolean }) => {
  const words = useMessages().people.one
  const reactivate = useMutation({
    mutationFn: async () => {
      await api.users.reactivate({ userId: person.id })
      await forgetPeople()
    },
    onSuccess: focusHeading
  })
  return (
    <>
      <Button
        look="primary"
        isDisabled={isDisabled}
        isPending={reactivate.isPending}
        onPress={() => reactivate.mutate()}
      >
        {words.reactivate}
      </Button>
      <Refused error={reactivate.error} />
    </>
  )
}
