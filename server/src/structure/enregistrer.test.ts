import { blancDe } from '@releve/contract/champs.ts'
import { structureApi as api } from '@releve/contract/structure/structure.api.ts'
import { CHAMPS_STRUCTURE } from '@releve/contract/structure/structure.champs.ts'
import type { FicheStructure } from '@releve/contract/structure/structure.schema.ts'
import { describe, expect, it } from 'vitest'
import { commencer, reussi } from '../../test/formulaires.ts'
import {
  CAU,
  changer,
  ficheLue,
  lire,
  lireJournal,
  NOUVELLE,
  ouvrirBancStructures,
  refuse,
} from './structure.banc.ts'

const banc = await ouvrirBancStructures()
const { asDpps, structures } = banc

const creer = (champs: Partial<FicheStructure> = {}) =>
  asDpps.appeler(api.creerStructure, { body: { ...NOUVELLE, ...champs } })

describe('créer une structure', () => {
  it('garde la fiche telle qu’on l’a saisie, et le journal dit qui l’a créée', async () => {
    const creee = await reussi(creer({ libelle: '  Centre d’accueil de Bois-Joli ', adresse: ' ' }))
    expect(creee).toEqual({
      ...blancDe(CHAMPS_STRUCTURE),
      ...NOUVELLE,
      id: creee.id,
      parent: {
        id: structures.get('DR-R02'),
        code: 'DR-R02',
        libelle: 'Direction régionale des Plateaux',
      },
      statutStructure: 'PUBLIC',
      etat: 'ACTIVE',
      urlLogo: null,
      version: 1,
    })
    expect(await lire(banc, NOUVELLE.code)).toMatchObject(creee)
    expect(await lireJournal(banc)).toEqual([
      {
        utilisateurId: asDpps.id,
        action: 'STRUCTURE_CREEE',
        objet: NOUVELLE.code,
        detail: {
          libelle: NOUVELLE.libelle,
          typeStructure: 'CAU',
          region: 'R02',
          etat: 'ACTIVE',
        },
      },
    ])
  })

  it('met sur une ligne ce qui va dans les listes et les courriels', async () => {
    const body = {
      ...NOUVELLE,
      libelle: ' Centre\r\nde \u202EBois-Joli',
      responsable: 'Awa\tDiallo\u0007',
      adresse: ' 3, rue des Lilas\r\nBois-Joli ',
    }
    expect(await reussi(asDpps.appeler(api.creerStructure, { body }))).toMatchObject({
      libelle: 'Centre de Bois-Joli',
      responsable: 'Awa Diallo',
      adresse: '3, rue des Lilas\nBois-Joli',
    })
  })

  it('refuse un code déjà pris, en nommant le champ', async () => {
    const { details } = await refuse(banc, 'STRUCTURE_EXISTANTE', () => creer({ code: CAU }))
    expect(details).toMatchObject([{ chemin: 'body.code', code: 'STRUCTURE_EXISTANTE' }])
  })

  it.each([
    ['typeStructure', 'CODE_INCONNU', { typeStructure: 'HOTEL', modeles: ['EPM'] }],
    ['statutStructure', 'CODE_INCONNU', { statutStructure: 'AUTRE' }],
    ['region', 'CODE_INCONNU', { region: 'R99' }],
    ['postesReference', 'CODE_INCONNU', { postesReference: { Z: 1 } }],
    ['modeles', 'MODELE_INCONNU', { modeles: ['RMA', 'EPM', 'XYZ'] }],
    ['modeles', 'MODELE_INADAPTE', { modeles: ['RMA', 'EPM', 'SMP'] }],
    ['effectifsOuverture', 'EFFECTIF_SANS_MODELE', { effectifsOuverture: { SMP: 3 } }],
    ['parent', 'PARENT_INCONNU', { parent: 'DR-R09' }],
    ['parent', 'PARENT_NON_REGIONAL', { parent: CAU }],
    ['parent', 'PARENT_SOI_MEME', { parent: NOUVELLE.code }],
    ['dateFermeture', 'FERMETURE_AVANT_OUVERTURE', { dateFermeture: '2025-01-31' }],
    ['dateFermeture', 'FERMETURE_SANS_DATE', { etat: 'FERMEE' }],
    ['etat', 'INVITATION_REQUISE', { etat: 'INVITEE' }],
  ] as const)('refuse une fiche dont %s ne va pas (%s)', async (champ, code, faux) => {
    const { details } = await refuse(banc, code, () => creer(faux as Partial<FicheStructure>))
    expect(details).toContainEqual(expect.objectContaining({ chemin: `body.${champ}`, code }))
  })

  it('nomme toutes les fautes à la fois, chacune à son champ et en une phrase', async () => {
    const refus = await creer({ region: 'R99', parent: CAU, dateFermeture: '2020-01-01' })
    expect(refus.details.map(({ chemin }) => chemin)).toEqual([
      'body.region',
      'body.parent',
      'body.dateFermeture',
    ])
    for (const { libelle } of refus.details) expect(libelle).toMatch(/^(?:\p{Lu}|«).+\.$/u)
    expect(refus.libelle).toBe(refus.details[0]?.libelle)
  })

  it.each([
    ['code', { code: 'cau r02' }],
    ['code', { code: 'CAU--R02' }],
    ['libelle', { libelle: '   ' }],
    ['email', { email: 'pas une adresse' }],
    ['latitude', { latitude: 91 }],
    ['capacite', { capacite: -1 }],
    ['capacite', { capacite: 1.5 }],
    ['dateOuverture', { dateOuverture: '2025-02-30' }],
    ['dateOuverture', { dateOuverture: '0000-01-01' }],
    ['postesReference.A', { postesReference: { A: -2 } }],
  ])('refuse ce qui n’a pas la forme de %s', async (champ, faux) => {
    const { details } = await refuse(banc, 'REQUETE_INVALIDE', () => creer(faux))
    expect(details).toMatchObject([{ chemin: `body.${champ}` }])
  })

  it('refuse une région retirée de sa liste, mais la laisse à qui l’avait', async () => {
    const actif = (oui: boolean) =>
      banc.base.db
        .updateTable('codificationValeur')
        .set({ actif: oui })
        .where('codification', '=', 'REGION')
        .where('code', '=', 'R01')
        .execute()
    await actif(false)
    await refuse(banc, 'CODE_INCONNU', () => creer({ region: 'R01' }))
    expect(await reussi(changer(banc, CAU, { capacite: 61 }))).toMatchObject({ region: 'R01' })
    await actif(true)
  })
})

describe('modifier une structure', () => {
  it('écrit les champs changés, et le journal les dit, avant et après', async () => {
    const apres = await reussi(changer(banc, CAU, { capacite: 75, telephone: '' }))
    expect(apres).toMatchObject({ capacite: 75, telephone: null, version: 2 })
    expect(await lireJournal(banc)).toEqual([
      {
        utilisateurId: asDpps.id,
        action: 'STRUCTURE_MODIFIEE',
        objet: CAU,
        detail: {
          changements: {
            capacite: { avant: 60, apres: 75 },
            telephone: { avant: '+999 20 00 00 04', apres: null },
          },
        },
      },
    ])
  })

  it('n’écrit rien quand rien ne change, même répété avec une version dépassée', async () => {
    const body = { ...(await ficheLue(banc, CAU)), capacite: 75, version: 1 }
    expect(await reussi(asDpps.appeler(api.modifierStructure, { body }))).toMatchObject({
      version: 2,
    })
    expect(await reussi(asDpps.appeler(api.modifierStructure, { body }))).toMatchObject({
      version: 2,
    })
    expect(await lireJournal(banc)).toHaveLength(1)
  })

  it('répond qu’une structure inconnue n’existe pas', async () => {
    const body = { ...NOUVELLE, version: 1 }
    await refuse(banc, 'STRUCTURE_INTROUVABLE', () =>
      asDpps.appeler(api.modifierStructure, { body }),
    )
  })

  it('refuse un rattachement qui tourne en rond, ou qui quitte une direction qui a des rattachées', async () => {
    await reussi(changer(banc, 'DR-R02', { parent: 'DR-R01' }))
    const rond = await refuse(banc, 'PARENT_DEPENDANT', () =>
      changer(banc, 'DR-R01', { parent: 'DR-R02' }),
    )
    expect(rond.libelle).toContain('dépend déjà')
    const quitte = await refuse(banc, 'STRUCTURES_RATTACHEES', () =>
      changer(banc, 'DR-R01', { typeStructure: 'CAU' }),
    )
    expect(quitte.details).toMatchObject([{ chemin: 'body.typeStructure' }])
  })

  it('refuse qu’un changement de type laisse un modèle qui ne convient plus', async () => {
    const refus = await refuse(banc, 'MODELE_INADAPTE', () =>
      changer(banc, CAU, { typeStructure: 'MAC' }),
    )
    expect(refus.libelle).toContain('RMA')
  })

  it('refuse des dates qui laisseraient dehors un mois déjà saisi, en disant lequel', async () => {
    await commencer(banc.asStructure, { mois: 'MARCH' })
    const ferme = await refuse(banc, 'FERMETURE_AVANT_RAPPORT', () =>
      changer(banc, CAU, { etat: 'FERMEE', dateFermeture: '2025-02-28' }),
    )
    expect(ferme.libelle).toContain('le rapport RMA-CAU-R01-01-202503. Fermez-la en mars 2025')
    const ouvre = await refuse(banc, 'OUVERTURE_APRES_RAPPORT', () =>
      changer(banc, CAU, { dateOuverture: '2025-04-01' }),
    )
    expect(ouvre.libelle).toContain('le rapport RMA-CAU-R01-01-202503. Ouvrez-la en mars 2025')
    await reussi(changer(banc, CAU, { etat: 'FERMEE', dateFermeture: '2025-03-20' }))
  })

  it('ne revient pas à « Invitée » sans invitation', async () => {
    await refuse(banc, 'INVITATION_REQUISE', () => changer(banc, CAU, { etat: 'INVITEE' }))
  })
})
