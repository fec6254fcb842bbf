import {
  cheminRecepisse,
  ecrireCode,
  ecrireEmpreinte,
} from '@releve/contract/formulaire/recepisse.rules.ts'
import type { ModeleCompile } from '@releve/contract/modele/compile.schema.ts'
import { libellePeriode, MOIS } from '@releve/contract/mois.ts'
import { encode } from 'uqr'
import { PAPIER as P } from './papier.textes.ts'
import {
  commentaires,
  controles,
  imprimerSection,
  type Papier,
  section,
  textesDe,
} from './papier.ts'
import { RECEPISSE as T } from './recepisse.textes.ts'
import type { RecepisseLu } from './recepisse.verifier.ts'

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
export function periodeDe(mois: string) {
  const [annee = '', rang = '1'] = mois.split('-')
  return { mois: MOIS[Number(rang) - 1] ?? 'JANUARY', annee: Number(annee) }
}

function identite({ contenu }: RecepisseLu): string[][] {
  const { structure, modele, fuseau, le, precedent } = contenu
  const recu = instantDe(le, fuseau) + (fuseau === 'UTC' ? '' : ` (${fuseau})`)
  const lignes: [string, string | null][] = [
    [P.numero, contenu.numero],
    [P.structure, `${structure.libelle} (${structure.code})`],
    [P.modele, P.modeleDe(modele.libelle, modele.version)],
    [P.mois, libellePeriode(periodeDe(contenu.mois))],
    [T.soumission, `nᵒ\u00a0${contenu.soumission}`],
    [T.recuLe, contenu.horsDelai ? `${recu}, ${P.horsDelai}` : recu],
    [contenu.force ? T.forcePar : T.soumisPar, contenu.par],
    [T.auNomDe, contenu.auNomDe],
    [T.precedent, precedent && precedent.slice(0, 8)],
  ]
  return lignes.flatMap(([nom, texte]) => (texte ? [[nom, texte]] : []))
}

/** A receipt as it is printed: the same one for the same receipt, whatever happens to the form. */
export function papierDuRecepisse(lu: RecepisseLu, compile: ModeleCompile, site: string): Papier {
  const { contenu, empreinte } = lu
  const adresse = site + cheminRecepisse(contenu.code)
  const { valeurs: donnees, justifications } = contenu
  const resultats = contenu.controles.map((controle) => ({
    ...controle,
    justification: justifications[controle.cle] ?? null,
  }))
  const dite = { lu: { donnees, commentaires: contenu.commentaires, resultats }, compile }
  const periode = libellePeriode(periodeDe(contenu.mois))
  const verification = [
    [T.code, ecrireCode(contenu.code)],
    [T.adresse, adresse],
    [T.empreinte, ecrireEmpreinte(empreinte)],
  ]
  return {
    titre: (contenu.force ? T.titreForce : T.titre)(contenu.soumission),
    structure: contenu.structure.libelle,
    numero: contenu.numero,
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
