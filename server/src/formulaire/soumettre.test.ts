import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { describe, expect, it } from 'vitest'
import { agir, amener, commencer, relire, renvoyer, reussi } from '../../test/formulaires.ts'
import {
  avisDe,
  DEPART,
  forcer,
  historiqueDe,
  modifier,
  ouvrirBancFormulaires,
  photo,
  refuse,
  regler,
} from './formulaire.banc.ts'

const banc = await ouvrirBancFormulaires()
const { asStructure, asCollegue, asAdmin, asDpps, horloge } = banc

const soumettre = (f: Pick<Formulaire, 'id'>, query = {}) =>
  asStructure.appeler(api.soumettreFormulaire, { params: { id: f.id }, query })

/** A form with one warning: two days of presence for a whole month. */
async function avertir(): Promise<Formulaire> {
  return reussi(modifier(asStructure, await commencer(asStructure), { JOURNEES: 10 }))
}
const EXPLICATION = 'Registre perdu dans l’incendie.'

describe('les conditions de la soumission', () => {
  it('demande confirmation avant le dernier jour du mois, et n’en demande plus ce jour-là', async () => {
    const f = await commencer(asStructure)
    const { libelle } = await refuse(banc, 'CONFIRMATION_REQUISE', () => soumettre(f))
    expect(libelle).toContain('mars 2025')
    await refuse(banc, 'CONFIRMATION_REQUISE', () => soumettre(f, { confirme: 'false' }))
    horloge.maintenant = new Date('2025-03-30T23:59:59Z')
    await refuse(banc, 'CONFIRMATION_REQUISE', () => soumettre(f))
    horloge.maintenant = new Date('2025-03-31T00:00:00Z')
    expect((await soumettre(f)).statut).toBe(200)
  })

  it('compte le dernier jour dans le fuseau du réglage', async () => {
    const f = await commencer(asStructure)
    await regler(banc, 'fuseau', 'Pacific/Auckland')
    horloge.maintenant = new Date('2025-03-30T10:59:00Z')
    await refuse(banc, 'CONFIRMATION_REQUISE', () => soumettre(f))
    horloge.maintenant = new Date('2025-03-30T11:00:00Z')
    expect((await soumettre(f)).statut).toBe(200)
  })

  it('nomme chaque case requise qui manque, chaque erreur, et résume ce qui reste', async () => {
    let f = await commencer(asStructure)
    const envoi = { JOURS_OUV: null, CAPACITE: null, 'MVT.FIN.F': 90 }
    f = await reussi(modifier(asStructure, f, envoi))
    const { details, libelle } = await refuse(banc, 'FORMULAIRE_INCOMPLET', () =>
      soumettre(f, { confirme: 'true' }),
    )
    const chemins = details.map(({ chemin }) => chemin)
    expect(chemins).toEqual(expect.arrayContaining(['JOURS_OUV', 'CAPACITE', 'RA01:F', 'RA02:F']))
    expect(libelle).toMatch(/2 cases à remplir.* \d+ erreurs à corriger/)
    const erreur = details.find(({ chemin }) => chemin === 'RA01:F')
    expect([erreur?.code, erreur?.libelle]).toEqual(['BLOQUANT', expect.stringContaining('90')])
  })

  it('demande une justification par avertissement, puis soumet', async () => {
    let f = await avertir()
    const averti = f.resultats.find(({ niveau }) => niveau === 'AVERTISSEMENT')
    const cle = averti?.cle ?? ''
    const { details } = await refuse(banc, 'FORMULAIRE_INCOMPLET', () => soumettre(f))
    expect(details).toMatchObject([{ chemin: cle, code: 'AVERTISSEMENT' }])
    f = await reussi(modifier(asStructure, f, {}, { justifications: { [cle]: EXPLICATION } }))
    expect(f.resultats.find((r) => r.cle === cle)?.justification).toBe(EXPLICATION)
    expect((await reussi(soumettre(f, { confirme: 'true' }))).etat).toBe('SOUMIS')
  })

  it('laisse tomber la justification quand un chiffre de son message change', async () => {
    let f = await avertir()
    const cle = f.resultats.find(({ niveau }) => niveau === 'AVERTISSEMENT')?.cle ?? ''
    f = await reussi(modifier(asStructure, f, {}, { justifications: { [cle]: EXPLICATION } }))
    f = await reussi(modifier(asStructure, f, { DIFF: 'Sans rapport.' }))
    expect(f.justifications).toEqual({ [cle]: EXPLICATION })
    f = await reussi(modifier(asStructure, f, { JOURNEES: 60 }))
    expect(f.justifications).toEqual({})
    const nouvelle = { justifications: { [cle]: 'Autre explication, autre chiffre.' } }
    f = await reussi(modifier(asStructure, f, { JOURNEES: 50 }, nouvelle))
    expect(f.justifications).toEqual(nouvelle.justifications)
    f = await reussi(modifier(asStructure, f, {}, { justifications: { [cle]: null } }))
    expect(f.justifications).toEqual({})
  })

  it('accepte un rapport que seule une INFO signale', async () => {
    let f = await commencer(asStructure)
    f = await reussi(modifier(asStructure, f, { 'BUD.DOT': 1 }))
    expect(f.resultats.map(({ niveau }) => niveau)).toEqual(['INFO'])
    expect((await reussi(soumettre(f, { confirme: 'true' }))).etat).toBe('SOUMIS')
  })
})

describe('la première soumission', () => {
  it('reste la date de réception après un renvoi et une seconde soumission', async () => {
    let f = await amener(banc, 'RENVOYE')
    expect(f.soumisLe).toBe(DEPART.toISOString())
    horloge.maintenant = new Date('2025-04-20T10:00:00Z')
    f = await reussi(soumettre(f))
    expect([f.soumisLe, f.horsDelai]).toEqual([DEPART.toISOString(), false])
    f = await reussi(forcer(asDpps, f, 'BROUILLON'))
    expect(f.soumisLe).toBe(DEPART.toISOString())
  })

  it.each([
    // 5 April 2025 is a Saturday: due on Monday the 7th.
    ['2025-04-07T23:59:59Z', false],
    ['2025-04-08T00:00:00Z', true],
  ])('dit à %s si elle est hors délai : %s', async (instant, horsDelai) => {
    const f = await commencer(asStructure)
    expect(f.echeance).toBe('2025-04-07')
    horloge.maintenant = new Date(instant)
    const soumis = await reussi(soumettre(f))
    expect(soumis.horsDelai).toBe(horsDelai)
    await renvoyer(asAdmin, soumis)
    horloge.maintenant = new Date('2025-05-02T00:00:00Z')
    expect((await reussi(soumettre(f))).horsDelai).toBe(horsDelai)
  })
})

describe('répéter son propre dernier acte', () => {
  const ACTES = [
    ['soumettre', 'SOUMIS', asStructure, asCollegue],
    ['valider', 'VALIDE', asAdmin, asDpps],
    ['approuver', 'APPROUVE', asDpps, banc.asAutreDpps],
    ['diffuser', 'DIFFUSE', asDpps, banc.asAutreDpps],
  ] as const

  it.each(ACTES)(
    '%s : 200 et rien d’écrit pour lui, même avec la version d’avant ; un refus pour un autre',
    async (acte, etat, personne, autre) => {
      const f = await amener(banc, etat)
      const avant = await photo(banc)
      for (const version of [f.version - 1, f.version, 0]) {
        const encore = await reussi(agir(personne, acte, { id: f.id, version }))
        expect([encore.etat, encore.version]).toEqual([etat, f.version])
      }
      expect(await photo(banc)).toEqual(avant)
      await refuse(banc, 'TRANSITION_INTERDITE', () => agir(autre, acte, f))
    },
  )

  it('vaut pour un renvoi et pour un état forcé, non après un autre acte', async () => {
    const f = await amener(banc, 'SOUMIS')
    await renvoyer(asAdmin, f)
    const avant = await photo(banc)
    expect((await renvoyer(asAdmin, f)).etat).toBe('RENVOYE')
    expect(await photo(banc)).toEqual(avant)
    const force = await reussi(forcer(asDpps, await relire(asDpps, f.numero), 'BROUILLON'))
    const suivant = await photo(banc)
    expect((await reussi(forcer(asDpps, { ...f }, 'BROUILLON'))).version).toBe(force.version)
    expect(await photo(banc)).toEqual(suivant)
    await reussi(modifier(asStructure, force, { DIFF: 'Corrigé.' }))
    await refuse(banc, 'VERSION_PERIMEE', () => forcer(asDpps, force, 'BROUILLON'))
  })
})

describe('saisir au nom d’une structure', () => {
  it('le dit dans l’historique, pour la DPPS ; les actes de relecture n’en disent rien', async () => {
    let f = await commencer(asStructure)
    f = await reussi(modifier(asDpps, f, { DIFF: 'Dicté au téléphone.' }))
    f = await reussi(agir(asDpps, 'soumettre', f))
    f = await reussi(agir(banc.asAutreDpps, 'valider', f))
    const lignes = await historiqueDe(asDpps, f.numero)
    const nom = 'Centre d’accueil d’urgence de Port-Clair'
    expect(lignes.map(({ action, auNomDe }) => [action, auNomDe])).toEqual([
      ['valider', null],
      ['soumettre', nom],
      ['modifier', nom],
      ['enregistrer', null],
    ])
    expect(await avisDe(banc)).toMatchObject([{ evenement: 'soumettre', par: 'dpps' }])
  })
})
