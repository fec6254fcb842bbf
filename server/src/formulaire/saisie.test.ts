import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Modifications } from '@releve/contract/modele/modele.schema.ts'
import { describe, expect, it } from 'vitest'
import { agir, commencer, reussi } from '../../test/formulaires.ts'
import { modifier, ouvrirBancFormulaires, photo, refuse } from './formulaire.banc.ts'

const banc = await ouvrirBancFormulaires()
const { asStructure } = banc

const lignes = (nombre: number): Modifications =>
  Object.fromEntries(Array.from({ length: nombre }, (_, i) => [`ACT.n${i}.INTITULE`, 'Sortie']))

/** Rule, cells sent, code of the detail. */
const REFUSEES: [string, Modifications, string][] = [
  ['une case inconnue', { 'MVT.FIN.X': 1 }, 'CELLULE_INCONNUE'],
  ['une case d’un autre modèle', { 'POP.INC.HM': 1 }, 'CELLULE_INCONNUE'],
  ['une case nommée comme une méthode', { constructor: 1 }, 'CELLULE_INCONNUE'],
  ['une ligne de tableau mal nommée', { 'ACT.A-1.INTITULE': 'x' }, 'CELLULE_INCONNUE'],
  ['une case calculée', { 'MVT.FIN.TOT': 44 }, 'CELLULE_CALCULEE'],
  ['l’effacement d’une case calculée', { TAUX_OCC: null }, 'CELLULE_CALCULEE'],
  ['une colonne calculée d’un tableau', { 'ACT.a1.PART_TOT': 3 }, 'CELLULE_CALCULEE'],
  ['un texte dans un nombre', { 'MVT.FIN.F': 'douze' }, 'VALEUR_INVALIDE'],
  ['un nombre écrit comme un texte', { 'MVT.FIN.F': '12' }, 'VALEUR_INVALIDE'],
  ['un texte vide dans un nombre', { 'MVT.FIN.F': '' }, 'VALEUR_INVALIDE'],
  ['un booléen dans un nombre', { 'MVT.FIN.F': true }, 'VALEUR_INVALIDE'],
  ['une virgule dans un entier', { 'MVT.FIN.F': 1.5 }, 'VALEUR_INVALIDE'],
  ['un entier négatif', { 'MVT.FIN.F': -1 }, 'VALEUR_INVALIDE'],
  ['un montant négatif', { 'BUD.DOT': -1 }, 'VALEUR_INVALIDE'],
  ['un nombre trop grand', { 'MVT.FIN.F': 1_000_000_000 }, 'VALEUR_TROP_GRANDE'],
  ['un nombre démesuré', { 'MVT.FIN.F': 1e308 }, 'VALEUR_TROP_GRANDE'],
  ['un montant trop grand', { 'BUD.DOT': 1e12 }, 'VALEUR_TROP_GRANDE'],
  ['un nombre dans un texte', { DIFF: 12 }, 'VALEUR_INVALIDE'],
  ['un texte trop long', { DIFF: 'a'.repeat(2001) }, 'VALEUR_TROP_GRANDE'],
  ['un intitulé trop long', { 'ACT.a1.INTITULE': 'a'.repeat(151) }, 'VALEUR_TROP_GRANDE'],
  ['une valeur hors de la liste', { SIT_FONCT: 'FERME' }, 'VALEUR_INVALIDE'],
  ['une date hors du mois', { 'ACT.a1.DATE_ACT': '2025-04-01' }, 'VALEUR_INVALIDE'],
  ['une date qui n’existe pas', { 'ACT.a1.DATE_ACT': '2025-03-32' }, 'VALEUR_INVALIDE'],
  ['une date en toutes lettres', { 'ACT.a1.DATE_ACT': '15/03/2025' }, 'VALEUR_INVALIDE'],
  ['ND là où il n’est pas admis', { 'MVT.FIN.F': 'ND' }, 'VALEUR_INVALIDE'],
  ['SO là où il n’est pas admis', { 'PREST.KIT.BEN_M': 'SO' }, 'VALEUR_INVALIDE'],
  ['trop de lignes dans un tableau', lignes(201), 'LIGNES_TROP_NOMBREUSES'],
]

describe('les valeurs d’un rapport', () => {
  it.each(REFUSEES)('refuse %s, et ne garde rien de l’envoi', async (_, donnees, code) => {
    const f = await commencer(asStructure)
    const envoi = { 'MVT.DEB.F': 23, ...donnees }
    const { details } = await refuse(banc, 'SAISIE_INVALIDE', () => modifier(asStructure, f, envoi))
    expect(details.map((detail) => detail.code)).toContain(code)
    expect(details.every(({ chemin }) => chemin !== 'MVT.DEB.F')).toBe(true)
    expect(details.every(({ libelle }) => /^[A-ZÀÉ].*\.$/.test(libelle))).toBe(true)
  })

  it.each(REFUSEES)('refuse %s dès le premier enregistrement', async (_, donnees) => {
    const envoi = Object.fromEntries(Object.entries(donnees).filter(([, v]) => v !== null))
    if (Object.keys(envoi).length === 0) return
    await refuse(banc, 'SAISIE_INVALIDE', () =>
      asStructure.brut('POST', '/api/formulaire/enregistrer/MARCH/2025', {
        modele: 'RMA',
        donnees: envoi,
      }),
    )
  })

  it.each([
    ['un tableau', { 'MVT.FIN.F': [1] }],
    ['un objet', { 'MVT.FIN.F': { a: 1 } }],
    ['une liste à la place des cases', [1, 2]],
    ['un nombre à la place des cases', 3],
    ['une adresse de case démesurée', { ['A'.repeat(121)]: 1 }],
  ])('refuse %s : la demande est mal formée', async (_, donnees) => {
    const { numero, version } = await commencer(asStructure)
    const { details } = await refuse(banc, 'REQUETE_INVALIDE', () =>
      asStructure.brut('PUT', '/api/formulaire/modifier', { numero, version, donnees }),
    )
    expect(details[0]?.chemin).toMatch(/^body\.donnees/)
  })

  it('refuse la case que la structure n’a pas : sans capacité, elle est sans objet', async () => {
    const appeler = (donnees: object) =>
      banc.asDpps.brut('POST', '/api/formulaire/enregistrer/3/2025', {
        structure: 'AEMO-R03-01',
        donnees,
      })
    await refuse(banc, 'SAISIE_INVALIDE', () => appeler({ CAPACITE: 12 }))
    const { statut, corps } = await appeler({ CAPACITE: 'SO' })
    expect(statut).toBe(200)
    expect(corps).toHaveProperty('donnees.CAPACITE', 'SO')
  })

  it('accepte ND là où il est admis, et demande alors un commentaire', async () => {
    let f = await commencer(asStructure)
    f = await reussi(modifier(asStructure, f, { DUREE_MOY: 'ND' }))
    expect(f.donnees['DUREE_MOY']).toBe('ND')
    const { details } = await refuse(banc, 'FORMULAIRE_INCOMPLET', () =>
      agir(asStructure, 'soumettre', f),
    )
    expect(details.map(({ chemin }) => chemin)).toEqual(['DUREE_MOY'])
    expect(details[0]?.libelle).toContain('commentaire')
    const commentaires = { DUREE_MOY: 'Registre des sorties égaré.' }
    f = await reussi(modifier(asStructure, f, {}, { commentaires }))
    expect((await reussi(agir(asStructure, 'soumettre', f))).etat).toBe('SOUMIS')
  })

  it.each([
    ['d’un contrôle inconnu', { RA99: 'Une explication assez longue.' }, 'CONTROLE_INCONNU'],
    ['d’un contrôle nommé comme une méthode', { toString: 'Assez longue.' }, 'CONTROLE_INCONNU'],
    ['de moins de 10 caractères', { 'RA04:F': '  trop bref ' }, 'JUSTIFICATION_INVALIDE'],
  ])('refuse une justification %s', async (_, justifications, code) => {
    const f = await commencer(asStructure)
    const { details } = await refuse(banc, 'SAISIE_INVALIDE', () =>
      modifier(asStructure, f, { 'MVT.DEB.F': 23 }, { justifications }),
    )
    expect(details).toMatchObject([{ chemin: Object.keys(justifications)[0], code }])
  })

  it.each(['MVT.FIN.X', 'constructor', 'ACT.A-1.INTITULE'])(
    'refuse un commentaire sur une case inconnue (%s)',
    async (cellule) => {
      const f = await commencer(asStructure)
      const { details } = await refuse(banc, 'SAISIE_INVALIDE', () =>
        modifier(asStructure, f, {}, { commentaires: { [cellule]: 'Un commentaire.' } }),
      )
      expect(details).toMatchObject([{ chemin: cellule, code: 'CELLULE_INCONNUE' }])
    },
  )

  it('refuse un commentaire trop long, ou qui n’est pas un texte', async () => {
    const { numero, version } = await commencer(asStructure)
    for (const texte of ['a'.repeat(2001), 12, ['a'], {}]) {
      await refuse(banc, 'REQUETE_INVALIDE', () =>
        asStructure.brut('PUT', '/api/formulaire/modifier', {
          numero,
          version,
          donnees: {},
          commentaires: { DIFF: texte },
        }),
      )
    }
  })

  it('ne touche à rien quand le rapport n’existe pas', async () => {
    const avant = await photo(banc)
    const body = { numero: 'RMA-CAU-R01-01-209901', version: 1, donnees: {} }
    const { code } = await asStructure.appeler(api.modifierFormulaire, { body })
    expect(code).toBe('FORMULAIRE_INTROUVABLE')
    expect(await photo(banc)).toEqual(avant)
  })
})
