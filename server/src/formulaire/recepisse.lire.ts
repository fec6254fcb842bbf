import type { Fichier } from '@releve/contract/fichier.ts'
import type { recepisseApi } from '@releve/contract/formulaire/recepisse.api.ts'
import {
  cheminRecepisse,
  ecrireCode,
  ecrireEmpreinte,
  normaliserCode,
} from '@releve/contract/formulaire/recepisse.rules.ts'
import {
  LIBELLES_RUPTURES,
  type Recepisses,
  type Verification,
} from '@releve/contract/formulaire/recepisse.schema.ts'
import type { ModeleCompile } from '@releve/contract/modele/compile.schema.ts'
import { moisCouvertsDe } from '@releve/contract/modele/rythme.ts'
import { libellePeriode, MOIS, motDeDuree } from '@releve/contract/mois.ts'
import { encode } from 'uqr'
import { noter } from '../journal/noter.sql.ts'
import { findModeleCompile } from '../modele/modele.cache.ts'
import { adressePubliqueDe } from '../platform/config.ts'
import { erreur } from '../platform/erreur.ts'
import { composerPdfAPart } from '../platform/pdf.apart.ts'
import type { Appel, Db } from '../platform/route.ts'
import { pourDe } from '../platform/tour.ts'
import { compterDemande } from '../session/tentative.sql.ts'
import { type FormulaireCharge, findFormulaire } from './formulaire.sql.ts'
import { PAPIER as P } from './papier.textes.ts'
import {
  commentaires,
  controles,
  imprimerSection,
  type Papier,
  section,
  textesDe,
} from './papier.ts'
import { findParCode } from './recepisse.sql.ts'
import { RECEPISSE as T } from './recepisse.textes.ts'
import type { RecepisseLu } from './recepisse.verifier.ts'
import { examinerRecepisses } from './recepisse.verifier.ts'

/** Quiet border that readers ask of a QR code, in modules. */
const MARGE = 4

/** A QR code as an SVG: a rectangle per run of black. */
function dessinerQr(texte: string): string {
  const { data, size } = encode(texte, { ecc: 'M', border: MARGE })
  const carres = data.flatMap((ligne, y) =>
    [
      ...ligne
        .map((noir) => (noir ? '1' : '0'))
        .join('')
        .matchAll(/1+/g),
    ].map(({ index, 0: suite }) => `M${index} ${y}h${suite.length}v1h-${suite.length}z`),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path fill="#000" d="${carres.join('')}"/></svg>`
}

const instantDe = (le: string, fuseau: string): string =>
  new Intl.DateTimeFormat('fr-FR', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
    timeZone: fuseau,
  }).format(new Date(le))

/** `mars 2025`, of `2025-03`. */
function periodeDe(mois: string) {
  const [annee = '', rang = '1'] = mois.split('-')
  return { mois: MOIS[Number(rang) - 1] ?? 'JANUARY', annee: Number(annee) }
}

const periodeDite = ({ mois, modele }: RecepisseLu['contenu']): string =>
  libellePeriode(periodeDe(mois), modele.moisCouverts)

function identite({ contenu }: RecepisseLu): string[][] {
  const { structure, modele, fuseau, le, precedent } = contenu
  const recu = instantDe(le, fuseau) + (fuseau === 'UTC' ? '' : ` (${fuseau})`)
  const lignes: [string, string | null][] = [
    [P.numero, contenu.numero],
    [P.structure, `${structure.libelle} (${structure.code})`],
    [P.modele, P.modeleDe(modele.libelle, modele.version)],
    [motDeDuree(modele.moisCouverts ?? 1), periodeDite(contenu)],
    [T.soumission, `nᵒ\u00a0${contenu.soumission}`],
    [T.recuPar, contenu.organisation ?? null],
    [T.recuLe, contenu.horsDelai ? `${recu}, ${P.horsDelai}` : recu],
    [contenu.force ? T.forcePar : T.soumisPar, contenu.par],
    [T.auNomDe, contenu.auNomDe],
    [T.precedent, precedent && precedent.slice(0, 8)],
  ]
  return lignes.flatMap(([nom, texte]) => (texte ? [[nom, texte]] : []))
}

/** A receipt as it is printed: the same one for the same receipt, whatever happens to the form. */
function papierDuRecepisse(lu: RecepisseLu, compile: ModeleCompile, site: string): Papier {
  const { contenu, empreinte } = lu
  const adresse = site + cheminRecepisse(contenu.code)
  const { valeurs: donnees, justifications } = contenu
  const resultats = contenu.controles.map((controle) => ({
    ...controle,
    justification: justifications[controle.cle] ?? null,
  }))
  const dite = { lu: { donnees, commentaires: contenu.commentaires, resultats }, compile }
  const periode = periodeDite(contenu)
  const verification = [
    [T.code, ecrireCode(contenu.code)],
    [T.adresse, adresse],
    [T.empreinte, ecrireEmpreinte(empreinte)],
  ]
  return {
    titre: (contenu.force ? T.titreForce : T.titre)(contenu.soumission),
    structure: contenu.structure.libelle,
    numero: contenu.numero,
    organisation: contenu.organisation ?? '',
    mention: P.titre(contenu.modele.libelle, periode),
    page: P.page,
    sur: P.sur,
    sceau: { qr: dessinerQr(adresse), dit: T.image(adresse) },
    couverture: [
      section(
        P.identite,
        [textesDe([P.rubrique, P.valeur], identite(lu))],
        [T.atteste(contenu.structure.libelle, periode)],
      ),
      section(
        T.verification,
        [textesDe([P.rubrique, P.valeur], verification)],
        [T.comment, T.porte],
      ),
    ],
    sections: [
      ...compile.modele.sections.flatMap((une) => imprimerSection(dite, une)),
      ...commentaires(dite),
      controles(dite),
    ],
  }
}

/** The receipts of a form, newest first, and whether all that they certify still holds. */
export async function listRecepisses(db: Db, f: FormulaireCharge): Promise<Recepisses> {
  const { recepisses, rupture } = await examinerRecepisses(db, f)
  const elements = recepisses.map(({ contenu, empreinte, suite }) => {
    const { soumission: rang, le, par: agent, auNomDe, force, code } = contenu
    return { rang, le, agent, auNomDe, force, code, empreinte, suite }
  })
  return { elements: elements.toReversed(), rupture }
}

const FEUILLE = new URL('./papier.typ', import.meta.url)

/** A receipt to be kept. None leaves, as if it held, once the chain is broken. */
async function findIntact(db: Db, f: FormulaireCharge, soumission?: number): Promise<RecepisseLu> {
  const { recepisses, rupture } = await examinerRecepisses(db, f)
  if (rupture) throw erreur('RECEPISSE_ALTERE', { ecart: rupture.libelle })
  const voulu = recepisses.at(soumission === undefined ? -1 : soumission - 1)
  if (!voulu) throw erreur('SOUMISSION_SANS_RECEPISSE')
  return voulu
}

/** A receipt as a file. @throws SOUMISSION_SANS_RECEPISSE, RECEPISSE_ALTERE */
export async function lireRecepisse(
  appel: Appel<typeof recepisseApi.lireRecepisse>,
  f: FormulaireCharge,
): Promise<Fichier> {
  const { db, config, query } = appel
  const { soumission, format } = query
  const lu = await findIntact(db, f, soumission)
  const rang = lu.contenu.soumission
  const cible = T.nomDe(f.numero, rang)
  const detail = { soumission: rang, format }
  const contenu =
    format === 'json'
      ? Buffer.from(lu.texte)
      : await composerPdfAPart(
          FEUILLE,
          await imprimer(db, f, lu, adressePubliqueDe(config)),
          pourDe(appel),
        )
  await noter(appel, 'FORMULAIRE_EXPORTE', { cible, detail, espacee: true })
  return {
    nom: `${cible}.${format}`,
    typeMime: format === 'json' ? 'application/json' : 'application/pdf',
    contenu,
  }
}

async function imprimer(db: Db, f: FormulaireCharge, lu: RecepisseLu, site: string) {
  const { compile } = await findModeleCompile(db, f.modeleId)
  return papierDuRecepisse(lu, compile, site)
}

/** From one address: who reads receipts all day needs no more, whoever tries codes finds none. */
const QUOTA = { maximum: 60, fenetre: 300_000 }

/**
 * What a receipt certifies, for whoever holds its code; one that cannot be read any more is
 * refused.
 * @throws RECEPISSE_INTROUVABLE, RECEPISSE_ALTERE, TROP_DE_DEMANDES
 */
export async function verifierRecepisse({
  db,
  params,
  adresse,
  maintenant,
}: Appel<typeof recepisseApi.verifierRecepisse>): Promise<Verification> {
  await compterDemande(db, `recepisse:${adresse}`, QUOTA, maintenant)
  const trouve = await findParCode(db, normaliserCode(params.code))
  const f = trouve && (await findFormulaire(db, { id: trouve.formulaireId }))
  if (!f) throw erreur('RECEPISSE_INTROUVABLE')
  const { recepisses, rupture } = await examinerRecepisses(db, f)
  const lu = recepisses.find(({ contenu }) => contenu.soumission === trouve.rang)
  if (!lu) throw erreur('RECEPISSE_ALTERE', { ecart: LIBELLES_RUPTURES.RECEPISSE })
  const { contenu, empreinte, suite } = lu
  const { code, numero, soumission: rang, le: soumisLe, fuseau } = contenu
  return {
    ...periodeDe(contenu.mois),
    moisCouverts: moisCouvertsDe(contenu.modele),
    code,
    numero,
    rang,
    soumisLe,
    fuseau,
    empreinte,
    suite,
    structure: contenu.structure.libelle,
    modele: contenu.modele.libelle,
    rupture: rupture?.sorte ?? null,
  }
}
