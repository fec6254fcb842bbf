import { MutationObserver, notifyManager } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { EchecApi } from '../api/envoi.ts'
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

const refus = (code: string) => new EchecApi(429, { code, libelle: 'Attendez.' }, 2)

/** Refuses so many times, then answers; how many times it was asked. */
function repondreApres(combien: number, code: string) {
  const appels = { nombre: 0 }
  const demander = async () => {
    appels.nombre += 1
    if (appels.nombre <= combien) throw refus(code)
    return 'lu'
  }
  return { appels, demander }
}

const lire = (queryKey: string, queryFn: () => Promise<string>) => {
  const lecture = queryClient.fetchQuery({ queryKey: [queryKey], queryFn })
  return lecture.catch((echec: EchecApi) => echec.message)
}

test('ce que l’on lit et qui n’a pas trouvé de place est redemandé quand le serveur le dit, trois fois au plus', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const [tot, jamais] = [repondreApres(2, 'TROP_D_APPELS'), repondreApres(9, 'TROP_D_APPELS')]
  const lectures = Promise.all([lire('tot', tot.demander), lire('jamais', jamais.demander)])
  await vi.advanceTimersByTimeAsync(1999)
  expect(tot.appels.nombre).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(tot.appels.nombre).toBe(2)
  await vi.advanceTimersByTimeAsync(4000)
  expect(await lectures).toEqual(['lu', 'Attendez.'])
  expect([tot.appels.nombre, jamais.appels.nombre]).toEqual([3, 4])
})

test('un autre refus n’est pas redemandé, ni un acte, qui peut changer un état', async () => {
  const autre = repondreApres(1, 'TROP_DE_DEMANDES')
  expect(await lire('autre', autre.demander)).toBe('Attendez.')
  const { appels, demander: mutationFn } = repondreApres(1, 'TROP_D_APPELS')
  const acte = new MutationObserver(queryClient, { mutationFn })
  await expect(acte.mutate()).rejects.toThrow('Attendez.')
  expect([autre.appels.nombre, appels.nombre]).toEqual([1, 1])
})
