import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import {
  type Formulaire,
  type PorteeRenvoi,
} from '@releve/contract/formulaire/formulaire.schema.ts'
import { libelleRemarque } from '@releve/contract/formulaire/remarque.rules.ts'
import { describe, expect, it } from 'vitest'
import { agir, amener, relire, reussi } from '../../test/formulaires.ts'
import {
  forcer,
  historiqueDe,
  MOTIF,
  modifier,
  ouvrirBancFormulaires,
  refuse,
} from './formulaire.banc.ts'

const banc = await ouvrirBancFormulaires()
const { asStructure, asAdmin, asDpps } = banc

const marquer = ({ numero }: Formulaire, ...cellules: (string | null)[]) =>
  reussi(
    asAdmin.appeler(api.remarquerFormulaire, {
      body: {
        numero,
        remarques: cellules.map((cellule) => ({
          cellule,
          texte: 'À revoir.',
          statut: 'OUVERTE' as const,
        })),
      },
    }),
  )

const renvoyer = ({ id, version }: Formulaire, portee?: PorteeRenvoi) =>
  reussi(
    asAdmin.appeler(api.renvoyerFormulaire, {
      params: { id },
      query: { version, ...MOTIF, ...(portee && { portee }) },
    }),
  )

const repondre = ({ numero }: Formulaire, id: number, reponse = 'Le chiffre est juste.') =>
  asStructure.appeler(api.repondreRemarque, { body: { numero, id, reponse } })

const renvoyerMarque = async (...cellules: (string | null)[]) =>
  renvoyer(await marquer(await amener(banc, 'SOUMIS'), ...cellules))

describe('le renvoi de certaines cases', () => {
  it('n’ouvre que les cases marquées, et refuse les autres sans rien écrire', async () => {
    const f = await renvoyerMarque('DIFF')
    expect(f.casesOuvertes).toEqual(['DIFF'])
    const { details } = await refuse(banc, 'CASE_NON_ROUVERTE', () =>
      modifier(asStructure, f, { DIFF: 'Autre.', 'BUD.DOT': 12 }),
    )
    expect(details?.map(({ chemin }) => chemin)).toEqual(['BUD.DOT'])
    await refuse(banc, 'CASE_NON_ROUVERTE', () => modifier(asDpps, f, { 'BUD.DOT': 12 }))
    const corrige = await reussi(modifier(asStructure, f, { DIFF: 'Autre.' }))
    expect(corrige).toMatchObject({ remarquesOuvertes: 0, remarquesCorrigees: 1 })
  })

  it.each([
    ['le tout demandé', ['DIFF'], 'tout'],
    ['une remarque sur l’ensemble', ['DIFF', null], undefined],
    ['aucune case marquée', [], undefined],
  ] as const)('ouvre tout le rapport\u00a0: %s', async (_, cellules, portee) => {
    const f = await amener(banc, 'SOUMIS')
    const marque = cellules.length > 0 ? await marquer(f, ...cellules) : f
    expect((await renvoyer(marque, portee)).casesOuvertes).toBeNull()
  })

  it('ouvre tout quand la direction centrale force l’état', async () => {
    const f = await marquer(await amener(banc, 'SOUMIS'), 'DIFF')
    expect((await reussi(forcer(asDpps, f, 'RENVOYE'))).casesOuvertes).toBeNull()
  })

  it('ouvre aussi la case marquée pendant la correction', async () => {
    const f = await marquer(await renvoyerMarque('DIFF'), 'BUD.DOT')
    expect(f.casesOuvertes).toEqual(expect.arrayContaining(['BUD.DOT', 'DIFF']))
  })
})

describe('la réponse à une remarque', () => {
  it('la ferme, compte, et se redit sans rien écrire', async () => {
    const f = await renvoyerMarque('DIFF')
    const id = f.remarques[0]?.id ?? 0
    await refuse(banc, 'REMARQUES_A_TRAITER', () => agir(asStructure, 'soumettre', f))
    const repondu = await reussi(repondre(f, id))
    expect(repondu.remarques[0]).toMatchObject({
      statut: 'CORRIGEE',
      reponse: { texte: 'Le chiffre est juste.' },
    })
    // Its figure may stand as it was: it is answered, and is not said to be corrected.
    expect(repondu.remarques.map(libelleRemarque)).toEqual(['Répondue'])
    expect(repondu).toMatchObject({ remarquesOuvertes: 0, remarquesCorrigees: 1 })
    expect((await reussi(repondre(f, id))).version).toBe(repondu.version)
    const [ligne] = await historiqueDe(asAdmin, f.numero)
    expect(ligne).toMatchObject({ action: 'repondre', texte: 'Le chiffre est juste.' })
    const soumis = await reussi(agir(asStructure, 'soumettre', repondu))
    expect(soumis.casesOuvertes).toBeNull()
    await refuse(banc, 'TRANSITION_INTERDITE', () => repondre(f, id, 'Encore.'))
  })

  it('est refusée d’une remarque inconnue, ou levée', async () => {
    const f = await renvoyerMarque('DIFF')
    const remarque = f.remarques[0]
    if (!remarque) throw new Error('the remark that was just made')
    await refuse(banc, 'REMARQUE_INTROUVABLE', () => repondre(f, remarque.id + 1000))
    const { id, cellule, texte } = remarque
    const body = { numero: f.numero, remarques: [{ id, cellule, texte, statut: 'LEVEE' as const }] }
    await reussi(asAdmin.appeler(api.remarquerFormulaire, { body }))
    await refuse(banc, 'REMARQUE_LEVEE', () => repondre(f, id))
  })
})

describe('les différences depuis la soumission précédente', () => {
  const lire = async ({ numero }: Formulaire) =>
    reussi(asAdmin.appeler(api.listDifferencesFormulaire, { params: { numero } }))

  it('disent le net des cases changées, et rien avant une seconde soumission', async () => {
    const premier = await amener(banc, 'SOUMIS')
    expect(await lire(premier)).toEqual({ depuis: null, cellules: [] })
    const f = await renvoyer(await marquer(premier, 'DIFF'), 'tout')
    const avant = f.donnees['DIFF'] ?? null
    const change = await reussi(modifier(asStructure, f, { DIFF: 'Un.' }))
    const net = await reussi(modifier(asStructure, change, { DIFF: 'Deux.' }))
    const auteur = net.modifiePar
    const attendu = [{ cellule: 'DIFF', avant, apres: 'Deux.', auteur, le: net.modifieLe }]
    expect((await lire(net)).cellules).toEqual(attendu)
    const soumis = await reussi(agir(asStructure, 'soumettre', net))
    expect((await lire(soumis)).cellules).toEqual(attendu)
    const relu = await relire(asAdmin, f.numero)
    expect([relu.remarquesCorrigees, relu.remarques.map(libelleRemarque)]).toEqual([
      1,
      ['Corrigée'],
    ])
  })
})
