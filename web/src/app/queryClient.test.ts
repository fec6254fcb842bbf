import { MutationObserver, notifyManager } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { queryClient } from './queryClient.ts'

test('un acte en cours se sait avant qu’un second clic ne soit lu', async () => {
  const acte = new MutationObserver(queryClient, { mutationFn: () => new Promise(() => {}) })
  const dits: boolean[] = []
  // As `useMutation` subscribes.
  const noter = () => dits.push(acte.getCurrentResult().isPending)
  acte.subscribe(notifyManager.batchCalls(noter))
  void acte.mutate()
  // The microtasks of a first click are all run before the event of a second one.
  await Promise.resolve()
  expect(dits).toEqual([true])
})
