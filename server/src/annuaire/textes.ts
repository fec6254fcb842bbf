import type { TexteAnnuaire } from '@releve/contract/annuaire/annuaire.schema.ts'
import { valeursGardees } from './secret.ts'

/** What the annuaire says beside its tables. */

type Cas = {
  annee: number
  seuil: number
  agentsProteges: boolean
  /** It has tables of models that the plan does not name. */
  autresModeles: boolean
  partComparable: number
  soumis: boolean
  modeles: Readonly<Record<string, string>>
  formulaires: number
  structures: number
}

const nombre = new Intl.NumberFormat('fr-FR')
const compter = (n: number, nom: string) => `${nombre.format(n)} ${nom}${n > 1 ? 's' : ''}`

const AGENTS_MONTRES =
  'celui des agents présents (tableaux T4.1 et T4.2, et leur ligne de T8.1), toujours montré, et '

/** Of the tables of other models, what counts persons. */
const direAutres = (agentsProteges: boolean): string =>
  ` Deux modèles qui comptent les mêmes personnes, l’un chaque mois et l’autre chaque trimestre, sont protégés chacun pour soi\u00a0: rien ne dit que leurs chiffres sont les mêmes. Dans les tableaux des annexes (T9), un modèle dit lesquelles de ses cases comptent des personnes\u00a0; s’il ne le dit pas, ce sont les nombres entiers dont l’unité ne nomme rien d’autre.${agentsProteges ? '' : ' Celles qu’il dit compter des agents y sont montrées.'}`

function methodeDe({
  annee,
  seuil,
  agentsProteges,
  autresModeles,
  partComparable,
  soumis,
  formulaires,
  structures,
}: Cas): TexteAnnuaire {
  const aussi = soumis
    ? 'Cet aperçu compte aussi les rapports soumis, qui attendent d’être validés.'
    : ''
  return {
    code: 'METHODE',
    titre: 'Note méthodologique',
    paragraphes: [
      `Cet annuaire est fait de ${compter(formulaires, 'rapport')} de ${annee}, transmis par ${compter(structures, 'structure')}. Seuls comptent les rapports validés, approuvés ou diffusés\u00a0; d’un rapport publié puis repris, c’est la dernière version publiée qui compte. ${aussi}`.trim(),
      'Un effectif est celui du dernier jour du mois\u00a0; celui de l’année est celui de décembre. Un mouvement, une prestation ou une dépense est la somme des mois. Un effectif moyen est celui de chaque structure (la moyenne des mois qu’elle a transmis), pour la part des mois de l’année où un rapport était attendu d’elle\u00a0; une ligne les additionne, et porte un «\u00a0*\u00a0» quand un rapport attendu manque. Un taux se calcule sur les sommes, jamais comme une moyenne de taux.',
      'Un chiffre qui manque reste manquant\u00a0: il n’est ni estimé, ni remplacé par 0. La couverture de chaque tableau dit combien de rapports étaient attendus, reçus et retenus\u00a0; ceux dont l’échéance n’est pas passée ne sont pas encore dus, et n’y comptent pas.',
      `Une variation compare les deux années à couverture égale\u00a0: de chaque structure, elle laisse de côté, les deux années, les mois dont un rapport attendu manque à l’une des deux. Une ouverture, une fermeture ou un changement de région, eux, comptent. La part comparée est dite à côté, en pour cent de l’effectif\u00a0; une variation n’est pas donnée si cette part est inférieure à ${partComparable}\u00a0%, si ce qui est comparé ne vient que d’une structure, ou si un chiffre en est secret ou partiel.`,
      `Secret statistique\u00a0: un nombre de personnes${agentsProteges ? ', agents compris,' : ''} de 1 à ${seuil - 1} n’est pas montré (s), sauf ${agentsProteges ? '' : AGENTS_MONTRES}celui que montrait déjà une édition de la même année. D’autres chiffres sont masqués avec lui\u00a0: à qui rapproche tous les tableaux de cette édition, et ceux des éditions de l’année qui la précèdent, il laisse au moins ${valeursGardees(seuil)} valeurs possibles, si celles-ci n’en disaient pas plus\u00a0; une édition corrigée compte aussi avec celles de l’année suivante, déjà arrêtées. Ce qu’une région ou un type a gagné ou perdu depuis l’une d’elles, de 1 à ${seuil - 1} personnes qu’une structure déplacée y porte ou en retire, est masqué aussi. C’est vérifié avant que l’édition ne soit arrêtée.${autresModeles ? direAutres(agentsProteges) : ''}`,
    ],
    termes: [],
  }
}

const SIGNES = [
  { terme: 's', definition: 'Secret statistique' },
  { terme: 'nd', definition: 'Non disponible' },
  { terme: 'so', definition: 'Sans objet' },
  { terme: '…', definition: 'Aucun rapport retenu, ou mois à venir' },
  { terme: '—', definition: 'Non calculable' },
]

const siglesDe = ({ modeles }: Cas): TexteAnnuaire => ({
  code: 'SIGLES',
  titre: 'Sigles et signes',
  paragraphes: [],
  termes: [
    ...Object.entries(modeles).map(([terme, definition]) => ({ terme, definition })),
    ...SIGNES,
  ],
})

const DEFINITIONS: TexteAnnuaire = {
  code: 'DEFINITIONS',
  titre: 'Définitions',
  paragraphes: [],
  termes: [
    {
      terme: 'Rapport attendu',
      definition:
        'Un rapport par modèle et par mois où ce modèle en attend un, pour chaque structure ouverte ce mois-là qui remplit ce modèle, une fois son échéance passée\u00a0; avant, il n’est pas encore dû.',
    },
    {
      terme: 'Rapport reçu',
      definition:
        'Rapport soumis, et ni remis en brouillon ni annulé depuis. Un rapport renvoyé reste reçu.',
    },
    { terme: 'Complétude', definition: 'Rapports reçus, sur rapports attendus.' },
    { terme: 'Promptitude', definition: 'Rapports reçus à l’échéance, sur rapports attendus.' },
    {
      terme: 'Variation',
      definition:
        'Ce qui sépare un chiffre de celui de l’année d’avant, en pour cent, ou en points pour un taux, à couverture égale\u00a0: un mois dont un rapport attendu manque à l’une des deux années n’est compté d’aucune.',
    },
    { terme: 'Rapport retenu', definition: 'Rapport validé, approuvé ou diffusé.' },
    {
      terme: 'Taux d’occupation',
      definition:
        'Journées de présence, sur le produit de la capacité agréée et des jours d’ouverture.',
    },
    {
      terme: 'Taux d’encadrement',
      definition:
        'Agents d’éducation, de travail social, de santé et de psychologie, pour cent personnes présentes.',
    },
    {
      terme: 'Rotation',
      definition: 'Demi-somme des entrées et des sorties, sur l’effectif mensuel moyen.',
    },
    {
      terme: 'Effectif moyen',
      definition:
        'De chaque structure, la moyenne des mois qu’elle a transmis, pour la part des mois de l’année où un rapport était attendu d’elle\u00a0; leur somme.',
    },
  ],
}

/** The texts of a chapter. */
export function textesDuChapitre(code: string, cas: Cas): TexteAnnuaire[] {
  if (code === '0') return [methodeDe(cas), siglesDe(cas)]
  return code === '9' ? [DEFINITIONS] : []
}
