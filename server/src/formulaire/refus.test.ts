import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Mois } from '@releve/contract/mois.ts'
import { rangDe } from '@releve/contract/mois.ts'
import { describe, expect, it } from 'vitest'
import { agir, amener, commencer, reussi } from '../../test/formulaires.ts'
import { DEPART, forcer, modifier, ouvrirBancFormulaires, refuse } from './formulaire.banc.ts'

const banc = await ouvrirBancFormulaires()
const { asStructure, asDpps, asAdmin, horloge, base } = banc

function enregistrer(
  mois: Mois,
  annee: number,
  body: { modele?: string; structure?: string } = {},
  personne = asStructure,
) {
  return personne.appeler(api.enregistrerFormulaire, { params: { mois, annee }, body })
}

async function modifierStructure(valeurs: { dateOuverture?: string; dateFermeture?: string }) {
  await base.db
    .updateTable('structure')
    .set(valeurs)
    .where('code', '=', 'CAU-R01-01')
    .executeTakeFirstOrThrow()
}

async function interrompre(etat: 'INVITEE' | 'SUSPENDUE', du: string, au: string | null) {
  const structureId = banc.structures.get('CAU-R01-01') ?? 0
  await base.db.insertInto('structureInterruption').values({ structureId, etat, du, au }).execute()
}

describe('le rapport d’un mois qui n’est pas attendu', () => {
  it('refuse le mois qui n’a pas commencé, et l’accepte dès son premier jour', async () => {
    await refuse(banc, 'FORMULAIRE_NON_ATTENDU', () => enregistrer('APRIL', 2025))
    await refuse(banc, 'FORMULAIRE_NON_ATTENDU', () => enregistrer('MARCH', 2026))
    horloge.maintenant = new Date('2025-03-31T23:59:59.999Z')
    await refuse(banc, 'FORMULAIRE_NON_ATTENDU', () => enregistrer('APRIL', 2025))
    horloge.maintenant = new Date('2025-04-01T00:00:00Z')
    expect((await reussi(enregistrer('APRIL', 2025))).numero).toBe('RMA-CAU-R01-01-202504')
  })

  it('refuse le mois d’avant l’ouverture et celui d’après la fermeture', async () => {
    await modifierStructure({ dateOuverture: '2025-02-10' })
    await refuse(banc, 'FORMULAIRE_NON_ATTENDU', () => enregistrer('JANUARY', 2025))
    expect((await enregistrer('FEBRUARY', 2025)).statut).toBe(200)
    await modifierStructure({ dateFermeture: '2025-02-28' })
    await refuse(banc, 'FORMULAIRE_NON_ATTENDU', () => enregistrer('MARCH', 2025))
    expect((await enregistrer('FEBRUARY', 2025, { modele: 'EPM' })).statut).toBe(200)
    await modifierStructure({ dateOuverture: '2015-01-01' })
  })

  it.each(['SUSPENDUE', 'INVITEE'] as const)(
    'refuse le mois où la structure est %s, et lui seul',
    async (etat) => {
      await interrompre(etat, '2025-02-01', '2025-02-28')
      await refuse(banc, 'FORMULAIRE_NON_ATTENDU', () => enregistrer('FEBRUARY', 2025))
      expect((await enregistrer('JANUARY', 2025)).statut).toBe(200)
      expect((await enregistrer('MARCH', 2025)).statut).toBe(200)
    },
  )

  it('refuse un modèle inconnu, et un modèle qui n’est pas celui de la structure', async () => {
    const { libelle } = await refuse(banc, 'MODELE_INCONNU', () =>
      enregistrer('MARCH', 2025, { modele: 'XYZ' }),
    )
    expect(libelle).toContain('XYZ')
    await refuse(banc, 'FORMULAIRE_NON_ATTENDU', () =>
      enregistrer('MARCH', 2025, { modele: 'SMP' }),
    )
  })

  it('prend par défaut le premier modèle de la structure', async () => {
    expect((await reussi(enregistrer('MARCH', 2025))).modele.code).toBe('RMA')
  })

  it('refuse un second rapport du même mois, et nomme le premier', async () => {
    const { numero } = await commencer(asStructure)
    const { libelle, details } = await refuse(banc, 'FORMULAIRE_EXISTANT', () =>
      enregistrer('MARCH', 2025),
    )
    expect(libelle).toContain(numero)
    expect(details).toMatchObject([{ chemin: 'numero', libelle: numero }])
  })

  it('demande à la DPPS pour quelle structure elle saisit', async () => {
    const { details } = await refuse(banc, 'REQUETE_INVALIDE', () =>
      enregistrer('MARCH', 2025, {}, asDpps),
    )
    expect(details).toMatchObject([{ chemin: 'body.structure' }])
    await refuse(banc, 'STRUCTURE_INTROUVABLE', () =>
      enregistrer('MARCH', 2025, { structure: 'CAU-R99-99' }, asDpps),
    )
  })
})

describe('le verrou du mois', () => {
  it('tombe le 1er du troisième mois qui suit : saisir, modifier et soumettre sont clos', async () => {
    const f = await commencer(asStructure)
    horloge.maintenant = new Date('2025-05-31T23:59:59Z')
    expect((await modifier(asStructure, f, { DIFF: 'Avant.' })).statut).toBe(200)
    horloge.maintenant = new Date('2025-06-01T00:00:00Z')
    const { libelle } = await refuse(banc, 'MOIS_VERROUILLE', () =>
      modifier(asStructure, f, { DIFF: 'Après.' }),
    )
    expect(libelle).toContain('mars 2025')
    await refuse(banc, 'MOIS_VERROUILLE', () =>
      agir(asStructure, 'soumettre', { id: f.id, version: 2 }),
    )
    await refuse(banc, 'MOIS_VERROUILLE', () => enregistrer('MARCH', 2025, { modele: 'EPM' }))
    await refuse(banc, 'MOIS_VERROUILLE', () =>
      enregistrer('MARCH', 2025, { structure: 'CPOLY-R02-01' }, asDpps),
    )
  })

  it('suit le fuseau du réglage', async () => {
    const f = await commencer(asStructure)
    await base.db
      .insertInto('parametre')
      .values({ cle: 'fuseau', valeur: '"Pacific/Auckland"' })
      .execute()
    horloge.maintenant = new Date('2025-05-31T11:59:00Z')
    expect((await modifier(asStructure, f, { DIFF: 'Avant.' })).statut).toBe(200)
    horloge.maintenant = new Date('2025-05-31T12:00:00Z')
    await refuse(banc, 'MOIS_VERROUILLE', () => modifier(asStructure, f, { DIFF: 'Après.' }))
  })

  it('ne ferme ni un rapport renvoyé ni la relecture', async () => {
    let f = await amener(banc, 'SOUMIS')
    horloge.maintenant = new Date('2025-09-15T08:00:00Z')
    f = await reussi(agir(asAdmin, 'valider', f))
    f = await reussi(agir(asDpps, 'approuver', f))
    f = await reussi(agir(asDpps, 'diffuser', f))
    f = await reussi(
      asDpps.appeler(api.renvoyerFormulaire, {
        params: { id: f.id },
        query: { motif: 'AUTRE', texte: 'À revoir.' },
      }),
    )
    f = await reussi(modifier(asStructure, f, { DIFF: 'Corrigé.' }))
    expect((await reussi(agir(asStructure, 'soumettre', f))).etat).toBe('SOUMIS')
  })

  it.each([
    ['sans terme', null, 'MARCH', 200],
    ['jusqu’au jour même', '2025-06-10', 'MARCH', 200],
    ['jusqu’à la veille', '2025-06-09', 'MARCH', 409],
    ['pour un autre mois', null, 'FEBRUARY', 409],
  ] as const)('laisse saisir un mois rouvert %s : %s', async (_, jusqua, mois, statut) => {
    const f = await commencer(asStructure)
    const structureId = banc.structures.get('CAU-R01-01') ?? 0
    const rang = rangDe({ mois, annee: 2025 })
    await base.db.insertInto('reouverture').values({ structureId, rang, jusqua }).execute()
    horloge.maintenant = new Date('2025-06-10T12:00:00Z')
    const { statut: obtenu } = await modifier(asStructure, f, { DIFF: 'Rouvert.' })
    expect(obtenu).toBe(statut)
    expect((await enregistrer('MARCH', 2025, { modele: 'EPM' })).statut).toBe(statut)
  })

  it('ne rouvre pas par un brouillon forcé : seuls un renvoi ou la DPPS rouvrent', async () => {
    const f = await amener(banc, 'SOUMIS')
    horloge.maintenant = new Date('2025-06-10T12:00:00Z')
    const force = await reussi(forcer(asDpps, f, 'BROUILLON'))
    expect(force.actions).not.toContain('modifier')
    await refuse(banc, 'MOIS_VERROUILLE', () => modifier(asStructure, force, { DIFF: 'Non.' }))
    horloge.maintenant = DEPART
    expect((await modifier(asStructure, force, { DIFF: 'Oui.' })).statut).toBe(200)
  })
})
