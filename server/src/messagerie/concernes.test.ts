import { messagerieApi as api } from '@releve/contract/messagerie/messagerie.api.ts'
import { describe, expect, it } from 'vitest'
import type { Personne } from '../../test/banc.ts'
import { amener, commencer, reussi } from '../../test/formulaires.ts'
import { ouvrirBancMessages } from './messagerie.banc.ts'

const banc = await ouvrirBancMessages()
const { asDpps, asAdmin, asStructure, asCollegue } = banc
const { asAutreStructure, asDirectionRegionale } = banc
const { db } = banc.base

async function concernes(qui: Personne, numero: string) {
  const { destinataires, groupes } = await reussi(
    qui.appeler(api.lireConcernes, { params: { numero } }),
  )
  return {
    gens: destinataires.map(({ nomAffichable }) => nomAffichable),
    groupes: groupes.map(({ code }) => code),
  }
}

const CEUX_QUI_VALIDENT = { gens: [], groupes: ['ROLE_ADMIN', 'ROLE_DPPS'] }

describe('à propos d’un rapport, on écrit', () => {
  it('aux gens de sa structure, pour la direction centrale et la direction régionale', async () => {
    const { numero } = await commencer(asStructure)
    for (const qui of [asDpps, asAdmin, asDirectionRegionale]) {
      expect(await concernes(qui, numero)).toEqual({
        gens: ['cau-r01-01', 'cau-r01-01-b'],
        groupes: [],
      })
    }
  })

  it('à ceux qui valident, pour qui le saisit', async () => {
    const { numero } = await commencer(asStructure)
    expect(await concernes(asStructure, numero)).toEqual(CEUX_QUI_VALIDENT)
    expect(await concernes(asCollegue, numero)).toEqual(CEUX_QUI_VALIDENT)
  })

  it('à ceux qui valident, pour qui ne peut pas écrire à sa structure', async () => {
    const { numero } = await amener(banc, 'DIFFUSE', { modele: 'EPM' })
    expect(await concernes(asAutreStructure, numero)).toEqual(CEUX_QUI_VALIDENT)
  })

  it('à personne d’office, quand la structure n’a plus de compte actif', async () => {
    const { numero } = await commencer(asStructure)
    const ids = [asStructure.id, asCollegue.id]
    const passer = (statut: 'ACTIF' | 'BLOQUE') =>
      db.updateTable('utilisateur').set({ statut }).where('id', 'in', ids).execute()
    await passer('BLOQUE')
    expect(await concernes(asDpps, numero)).toEqual({ gens: [], groupes: [] })
    expect(await concernes(asDirectionRegionale, numero)).toEqual(CEUX_QUI_VALIDENT)
    await passer('ACTIF')
  })

  it('sans rien apprendre d’un rapport que l’on ne lit pas', async () => {
    const { numero } = await commencer(asStructure)
    for (const autre of [numero, 'RMA-INCONNUE-202501']) {
      const refus = await asAutreStructure.appeler(api.lireConcernes, { params: { numero: autre } })
      expect([refus.statut, refus.code]).toEqual([404, 'FORMULAIRE_INTROUVABLE'])
    }
  })
})
