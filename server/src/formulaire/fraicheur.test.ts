import { calendrierApi } from '@releve/contract/calendrier/calendrier.api.ts'
import { DEFAUTS_CALENDRIER } from '@releve/contract/calendrier/calendrier.schema.ts'
import { codificationApi } from '@releve/contract/codification/codification.api.ts'
import { formulaireApi as api } from '@releve/contract/formulaire/formulaire.api.ts'
import type { Formulaire } from '@releve/contract/formulaire/formulaire.schema.ts'
import { structureApi } from '@releve/contract/structure/structure.api.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { agir, amener, commencer, relire, renvoyer, reussi } from '../../test/formulaires.ts'
import { ditsDe, observer } from '../../test/temoin.ts'
import { ficheLue } from '../structure/structure.banc.ts'
import { forcer, modifier, ouvrirBancFormulaires } from './formulaire.banc.ts'
import type { DEPENDANCES } from './fraicheur.ts'
import { rafraichirResultats } from './rafraichir.ts'

const banc = await ouvrirBancFormulaires()
const { asDpps, asAdmin, asStructure, base } = banc
const CAU = 'CAU-R01-01'
const LISTE = 'SITUATION_FONCT'

async function dater(valableAu: string | null): Promise<void> {
  const liste = await reussi(
    asDpps.appeler(codificationApi.lireCodification, { params: { code: LISTE } }),
  )
  const { code, libelle, parentListe, version } = liste
  const valeurs = liste.valeurs
    .filter((valeur) => valeur.code === 'FERME_TEMP')
    .map(({ libellesAnciens: _l, emplois: _e, actions: _a, ...fiche }) => ({ ...fiche, valableAu }))
  const body = { code, libelle, parentListe, version, valeurs }
  await reussi(asDpps.appeler(codificationApi.enregistrerCodification, { body }))
}

async function fixerCapacite(capacite: number): Promise<void> {
  const [{ version } = { version: 0 }] = await base.db
    .selectFrom('structure')
    .select('version')
    .where('code', '=', CAU)
    .execute()
  const body = { ...(await ficheLue(banc, CAU)), capacite, version }
  await reussi(asDpps.appeler(structureApi.modifierStructure, { body }))
}

type Cause = {
  /** What changes, of the month before that is given. */
  changer: (fevrier: Formulaire) => Promise<unknown>
  /** A form received keeps this as it was. */
  saufRecu?: true
}

/** Each of what results depend on, changed as people change it; the engine, as a release does. */
const CAUSES: Record<keyof typeof DEPENDANCES, Cause> = {
  moteur: {
    changer: () =>
      sql`update formulaire set lu_avec = 'ancien ' || split_part(lu_avec, ' ', 2) || ' '
        || split_part(lu_avec, ' ', 3)`.execute(base.db),
  },
  joursOuvres: {
    changer: () => {
      const body = { ...DEFAUTS_CALENDRIER, joursFeries: ['2025-03-03', '03-04', '03-05'] }
      return reussi(asDpps.appeler(calendrierApi.modifierCalendrier, { body }))
    },
  },
  codes: { changer: () => dater('2025-02') },
  structure: { changer: () => fixerCapacite(75), saufRecu: true },
  environs: { changer: (fevrier) => renvoyer(asAdmin, fevrier) },
}

beforeEach(async () => {
  await sql`update codification_valeur set valable_du = null, valable_au = null, actif = true
    where codification = ${LISTE}`.execute(base.db)
  await sql`update structure set capacite = 60 where code = ${CAU}`.execute(base.db)
})

/** Has the base say that a control fired which no model has: only who reads what is kept sees it. */
async function marquer({ numero }: Formulaire): Promise<void> {
  const temoin = { cle: 'TEMOIN', code: 'TEMOIN', niveau: 'INFO', cellules: [], message: 'Témoin.' }
  const resultats = JSON.stringify([{ ...temoin, justification: null }])
  await sql`update formulaire set resultats = ${resultats} where numero = ${numero}`.execute(
    base.db,
  )
}

const estGarde = ({ resultats }: Formulaire) => resultats.some(({ cle }) => cle === 'TEMOIN')

/** The form as a computation of everything gives it. */
async function calculer({ numero }: Formulaire): Promise<Formulaire> {
  await sql`update formulaire set resultats = null, environs = null, environs_n = null
    where numero = ${numero}`.execute(base.db)
  return relire(asStructure, numero)
}

type Etat = 'BROUILLON' | 'SOUMIS' | 'DIFFUSE'

/** February received, then March in this state, of the same model, with a warning justified. */
async function deuxMois(etat: Etat) {
  const fevrier = await amener(banc, 'SOUMIS', { mois: 'FEBRUARY' })
  const justifications = { 'RA04:F': 'Erreur de pointage en février.' }
  const brouillon = await commencer(asStructure)
  let mars = await reussi(modifier(asStructure, brouillon, {}, { justifications }))
  for (const acte of ['soumettre', 'valider', 'approuver', 'diffuser'] as const) {
    if (mars.etat === etat) break
    const qui = { soumettre: asStructure, valider: asAdmin, approuver: asDpps, diffuser: asDpps }
    mars = await reussi(agir(qui[acte], acte, mars))
  }
  return { fevrier, mars }
}

describe.each<Etat>(['BROUILLON', 'SOUMIS', 'DIFFUSE'])(
  'les résultats gardés d’un rapport %s',
  (etat) => {
    it('se lisent sans moteur ni mois voisins, et sont ceux du moteur', async () => {
      const { mars } = await deuxMois(etat)
      let lu: Formulaire | undefined
      const travaux = await observer(async () => {
        const params = { numero: mars.numero }
        const query = { sans: 'fixe' } as const
        lu = await reussi(asStructure.appeler(api.lireFormulaire, { params, query }))
      })
      const requetes = ditsDe(travaux, 'requete').map(String)
      expect(requetes.filter((texte) => /\bformulaire\b/.test(texte))).toHaveLength(1)
      const entier = await relire(asStructure, mars.numero)
      const { definition: _d, contexte: _c, precedent: _p, ...memes } = { ...lu }
      expect(entier).toMatchObject(memes)
      await marquer(mars)
      expect(estGarde(await relire(asStructure, mars.numero))).toBe(true)
      expect(await calculer(mars)).toEqual(entier)
    })

    it.each(Object.entries(CAUSES))('ne valent plus quand change ceci : %s', async (_, cause) => {
      const { fevrier, mars } = await deuxMois(etat)
      await marquer(mars)
      expect(estGarde(await relire(asStructure, mars.numero))).toBe(true)
      await cause.changer(fevrier)
      const apres = await relire(asStructure, mars.numero)
      expect(estGarde(apres)).toBe(etat !== 'BROUILLON' && cause.saufRecu === true)
      if (!cause.saufRecu) expect(await calculer(mars)).toEqual(apres)
    })

    it('valent encore quand rien de ce qu’ils lisent ne change', async () => {
      const { mars } = await deuxMois(etat)
      await marquer(mars)
      await amener(banc, 'SOUMIS', { modele: 'EPM' })
      const janvier = await commencer(asStructure, { mois: 'JANUARY' })
      await reussi(modifier(asStructure, janvier, { DIFF: 'Rien.' }))
      await sql`update structure set telephone = '+999 1' where code = ${CAU}`.execute(base.db)
      const body = { ...DEFAUTS_CALENDRIER, joursFeries: ['2025-04-10'] }
      await reussi(asDpps.appeler(calendrierApi.modifierCalendrier, { body }))
      await dater('2025-06')
      expect(estGarde(await relire(asStructure, mars.numero))).toBe(true)
    })
  },
)

describe('les résultats qui ne valent plus', () => {
  const rafraichir = () => rafraichirResultats(base.db, banc.horloge.maintenant, async () => {})

  it.each<Etat>(['BROUILLON', 'DIFFUSE'])(
    'se refont tout seuls, sans rien changer d’autre : %s',
    async (etat) => {
      const { fevrier, mars } = await deuxMois(etat)
      await renvoyer(asAdmin, fevrier)
      await CAUSES.codes.changer(fevrier)
      const avant = await relire(asStructure, mars.numero)
      expect(await rafraichir()).toBe(2)
      await marquer(mars)
      expect(estGarde(await relire(asStructure, mars.numero))).toBe(true)
      await rafraichir()
      expect(await calculer(mars)).toEqual(avant)
      expect(await rafraichir()).toBe(1)
      expect(await relire(asStructure, mars.numero)).toEqual(avant)
    },
  )

  it('attendent l’enregistrement suivant d’un brouillon dont les cases changeraient', async () => {
    const epm = await amener(banc, 'BROUILLON', { modele: 'EPM' })
    await CAUSES.joursOuvres.changer(epm)
    expect(await rafraichir()).toBe(0)
    const lu = await relire(asStructure, epm.numero)
    expect(lu.donnees['IND.ABS']).not.toBe(epm.donnees['IND.ABS'])
    await reussi(modifier(asStructure, lu, { OBS_PERS: 'Rien.' }))
    await marquer(epm)
    expect(estGarde(await relire(asStructure, epm.numero))).toBe(true)
  })
})

describe('un rapport', () => {
  it('que l’on valide, approuve puis diffuse garde ses résultats, et ceux du mois suivant', async () => {
    const { fevrier, mars } = await deuxMois('SOUMIS')
    await marquer(mars)
    await marquer(fevrier)
    const valide = await reussi(agir(asAdmin, 'valider', fevrier))
    await reussi(agir(asDpps, 'diffuser', await reussi(agir(asDpps, 'approuver', valide))))
    await reussi(agir(asAdmin, 'valider', mars))
    for (const { numero } of [fevrier, mars]) {
      expect(estGarde(await relire(asStructure, numero))).toBe(true)
    }
  })

  it('qui lit un autre modèle du même mois n’est pas périmé par sa propre soumission', async () => {
    await amener(banc, 'SOUMIS')
    const epm = await amener(banc, 'SOUMIS', { modele: 'EPM' })
    await marquer(epm)
    expect(estGarde(await relire(asStructure, epm.numero))).toBe(true)
  })

  it('rouvert à la saisie est calculé, même si rien n’a changé', async () => {
    const f = await amener(banc, 'SOUMIS')
    await marquer(f)
    const renvoye = await renvoyer(asAdmin, f)
    expect(estGarde(renvoye)).toBe(false)
    expect(await calculer(f)).toEqual(await relire(asStructure, f.numero))
    await reussi(agir(asStructure, 'soumettre', renvoye))
    await marquer(f)
    const force = await reussi(forcer(asDpps, await relire(asDpps, f.numero), 'BROUILLON'))
    expect(estGarde(force)).toBe(false)
  })

  it('qui garde les valeurs d’autres mois ne les lit pas pour s’enregistrer, tant qu’elles valent', async () => {
    const { fevrier, mars } = await deuxMois('BROUILLON')
    const debut = Number(fevrier.donnees['MVT.FIN.M']) + 2
    const lire = async (valeur: number) => {
      const f = await relire(asStructure, mars.numero)
      let ecrit: Formulaire | undefined
      const query = { sans: 'fixe' } as const
      const body = { numero: f.numero, version: f.version, donnees: { 'MVT.DEB.M': valeur } }
      const travaux = await observer(async () => {
        ecrit = await reussi(asStructure.appeler(api.modifierFormulaire, { query, body }))
      })
      const voisins = ditsDe(travaux, 'requete').filter((texte) => /unnest/.test(String(texte)))
      return { voisins: voisins.length, cles: ecrit?.resultats.map(({ cle }) => cle) }
    }
    expect(await lire(debut)).toEqual({ voisins: 0, cles: expect.arrayContaining(['RA04:M']) })
    await renvoyer(asAdmin, fevrier)
    const { voisins, cles } = await lire(debut + 1)
    expect([voisins, cles?.includes('RA04:M')]).toEqual([1, false])
    expect((await lire(debut)).voisins).toBe(0)
  })
})
