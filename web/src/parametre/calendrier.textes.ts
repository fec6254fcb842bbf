import { avecDe } from '@releve/contract/mois.ts'
import { ETAPES } from '@releve/contract/relance/relance.rules.ts'
import { enTete, formatCompte, formatDate, formatInstantCourt, formatNombre } from '../ui/format.ts'

/** « 3 jours avant », « le jour même », « 5 jours après » */
function direEtape(etape: number): string {
  if (etape === 0) return 'le jour même'
  return `${formatCompte(Math.abs(etape), 'jour')} ${etape < 0 ? 'avant' : 'après'}`
}

type Comptes = { attendus: number; enRetard: number }

const formulaires = (n: number) => formatCompte(n, 'rapport')
const structures = (n: number) => formatCompte(n, 'structure')
const attendus = (n: number) => formatCompte(n, 'rapport attendu', 'rapports attendus')

/** « 12 rapports deviennent attendus, dont 8 en retard. » */
function direEcart(avant: Comptes, apres: Comptes): string {
  const ecart = apres.attendus - avant.attendus
  const retard = apres.enRetard - avant.enRetard
  if (ecart === 0) return 'Aucun rapport ne devient attendu, ni ne cesse de l’être.'
  const nombre = formulaires(Math.abs(ecart))
  const plusieurs = Math.abs(ecart) > 1
  if (ecart < 0)
    return `${nombre} ${plusieurs ? 'ne sont plus attendus' : 'n’est plus attendu'}${retard < 0 ? `, dont ${formatNombre(-retard)} en retard` : ''}.`
  return `${nombre} ${plusieurs ? 'deviennent attendus' : 'devient attendu'}${retard > 0 ? `, dont ${formatNombre(retard)} aussitôt en retard` : ''}.`
}

export const textesDebut = {
  titre: 'Début de la collecte',
  enregistre: 'Début de la collecte enregistré.',
  aide: 'Avant ce mois, rien n’est attendu, en retard ni relancé, et aucun rapport ne se commence. «\u00a0Reprendre les mois passés\u00a0» peut toujours en apporter.',
  aucun: 'Aucun\u00a0: rien n’est demandé',
  rien: 'Sans premier mois, rien n’est demandé à personne.',
  question: {
    titre: 'Enregistrer ce début\u202f?',
    aPartir: (mois: string) => `La collecte commencera avec les rapports ${avecDe(mois)}.`,
    sansDebut: 'La collecte n’aura plus de début\u00a0: rien ne sera demandé à personne.',
    comptes: (avant: Comptes, apres: Comptes) =>
      `${direEcart(avant, apres)} Il y aura ${attendus(apres.attendus)} en tout, dont ${formatNombre(apres.enRetard)} en retard.`,
    exclus: (n: number, mois: string) =>
      `${formulaires(n)} déjà ${n > 1 ? 'commencés resteraient' : 'commencé resterait'} dehors, depuis ${mois}\u00a0: ce début sera refusé.`,
    revenir: 'Revenir',
    bouton: 'Enregistrer ce début',
  },
} as const

export const textesRelances = {
  titre: 'Relances',
  fermees:
    'Les relances du calendrier ne sont pas encore ouvertes\u00a0: aucune ne part. Elles s’ouvrent depuis la liste de ceux qu’elles atteindraient.',
  voir: 'Voir les premières relances',
  enregistres: 'Réglages des relances enregistrés.',
  automatiqueAide:
    'Chaque personne d’une structure reçoit un seul message, pour tout ce qui manque. Elles partent les jours ouvrés, à partir de 7\u00a0h.',
  joursAide: `Des nombres de jours, de ${String(ETAPES.min).replace('-', '−')} à ${ETAPES.max}, séparés par des virgules. Négatif\u00a0: avant l’échéance\u00a0; 0\u00a0: le jour même.`,
  joursIllisibles:
    'Saisissez des nombres de jours, séparés par des virgules. Exemple\u00a0: −3, 0, 1, 5, 10.',
  etapes: (etapes: readonly number[]) => `Relances\u00a0: ${etapes.map(direEtape).join(', ')}.`,
  copieAide: '0\u00a0: jamais. Un message par direction régionale et par jour.',
  directionAide: '0\u00a0: jamais. La liste de ce qui est très en retard.',
  courrielAide: 'Le même texte, aux personnes qui ont une adresse électronique.',
} as const

export const textesCalendrier = {
  reussite: 'Calendrier de collecte enregistré.',
  regles: {
    legende: 'Échéance et clôture',
    echeanceAide: 'De 1 à 15. Un jour non ouvré renvoie au jour ouvré suivant.',
    verrouAide:
      'De 2 à 12. Par défaut\u00a0: 3. La saisie se ferme le premier de ce mois, à minuit.',
    fuseauAide: 'Celui dans lequel un jour commence. Exemple\u00a0: Africa/Dakar.',
    doubleRegardAide:
      'Personne ne valide alors un rapport qu’il a soumis, ni n’approuve un rapport qu’il a validé. Actif par défaut.',
  },
  apercu: {
    legende: 'Les prochains mois, avec ces réglages',
    exporte: 'calendrier enregistré',
    gardees:
      'Une échéance passée ne change plus. Celle qui vient change pour tous les rapports du mois, commencés ou non, et jamais pour un jour déjà passé.',
    mois: 'Mois',
    echeance: 'Échéance',
    cloture: 'Clôture de la saisie',
    minuit: (jour: string, fuseau: string) => `${formatDate(jour)} à 00:00 (${fuseau})`,
  },
  feries: {
    legende: 'Jours fériés',
    aide: 'Ils retardent une échéance à venir, et ne sont pas des jours ouvrés. Aucun n’est supposé\u00a0: ajoutez ceux de votre pays.',
    aucun: 'Aucun jour férié.',
    jour: 'Jour à ajouter',
    chaqueAnnee: 'Chaque année à la même date',
    ajouter: 'Ajouter',
    retirer: 'Retirer',
    retirerNom: (jour: string) => `Retirer le ${jour}`,
    chaque: (jour: string) => `${jour}, chaque année`,
    reprendre: (annee: number) => `Reprendre les jours de ${annee}`,
    reprendreAide: (nombre: number, annee: number) =>
      nombre > 1
        ? `${nombre} jours de l’an dernier peuvent l’être en ${annee}\u00a0: vérifiez ceux dont la date change.`
        : `Un jour de l’an dernier peut l’être en ${annee}\u00a0: vérifiez que sa date ne change pas.`,
  },
  demandes: {
    titre: 'Prolongations demandées',
    aucune: 'Aucune demande n’attend de réponse.',
    structure: 'Structure',
    mois: 'Mois',
    motif: 'Motif',
    demande: 'Demandée',
    actes: 'Actions',
    cloture: (jour: string) => `Saisie jusqu’au ${formatDate(jour)}`,
    par: (nom: string) => `par ${nom}`,
    accorder: 'Accorder',
    accorderNom: (nom: string) => `Accorder la prolongation à ${nom}`,
    refuser: 'Refuser',
    refuserNom: (nom: string) => `Refuser la prolongation à ${nom}`,
    accord: {
      titre: (mois: string, nom: string) => `Accorder plus de temps à ${nom} pour ${mois}`,
      echec: 'Erreur\u00a0: la prolongation n’est pas accordée',
      accordee: 'Prolongation accordée. La structure est prévenue.',
    },
    refus: {
      titre: (mois: string, nom: string) => `Refuser plus de temps à ${nom} pour ${mois}`,
      aide: 'La structure lit cette réponse. Au moins 10 caractères.',
      echec: 'Erreur\u00a0: le refus n’est pas enregistré',
      refusee: 'Prolongation refusée. La structure est prévenue.',
    },
  },
  reouvertures: {
    titre: 'Mois rouverts',
    rouvrir: 'Rouvrir un mois',
    compte: (total: number) => (total > 1 ? `${total} réouvertures` : `${total} réouverture`),
    vide: 'Aucun mois n’a été rouvert.',
    aucun: 'Aucune réouverture ne correspond. Modifiez les filtres.',
    filtres: { recherche: 'Structure ou motif', etats: 'État' },
    colonnes: {
      structure: 'Structure',
      mois: 'Mois',
      etat: 'État',
      jusqua: 'Jusqu’au',
      motif: 'Motif',
      rouverte: 'Rouvert',
      actes: 'Actions',
    },
    sansFin: 'Sans date de fin',
    par: (nom: string) => `par ${nom}`,
    termineeLe: (le: string) => `Terminée le ${formatInstantCourt(le)}`,
    terminer: 'Terminer',
    terminerNom: (nom: string, mois: string) =>
      `Terminer la réouverture ${avecDe(mois)} pour ${nom}`,
    fin: {
      titre: (mois: string) => `Terminer la réouverture ${avecDe(mois)}\u202f?`,
      effets: (nom: string) =>
        `La saisie se ferme aussitôt pour ${nom}. La structure est prévenue.`,
      garder: 'Laisser ouvert',
      echec: 'Erreur\u00a0: la réouverture n’est pas terminée',
      faite: 'Réouverture terminée. La structure est prévenue.',
    },
    fiche: {
      bouton: 'Rouvrir',
      ajouter: 'Ajouter une structure, une région ou un type',
      ajouterAide:
        'Une ou plusieurs, ou toutes celles qui sont attendues. Vous verrez d’abord à lesquelles le mois peut être rouvert.',
      groupes: {
        toutes: 'Toutes les structures attendues',
        region: (libelle: string) => `Région ${libelle}\u00a0: toutes les structures attendues`,
        typeStructure: (libelle: string) =>
          `Type ${libelle}\u00a0: toutes les structures attendues`,
      },
      inconnue: 'Choisissez une structure de la liste.',
      structures: {
        choisis: 'Structures choisies',
        retirer: (nom: string) => `Retirer ${nom}`,
      },
      jusquaAide:
        'D’aujourd’hui à un an. Le mois se referme seul, ce jour passé. C’est aussi l’échéance des rapports qui n’ont pas été reçus.',
      motifAide: 'La structure le lit. Au moins 10 caractères.',
      choisir: 'Choisir un mois clos',
    },
    lot: {
      titre: (mois: string, n: number, total: number) => {
        if (n === 0) return `${enTete(mois)} ne peut être rouvert à aucune de ces structures`
        return `Rouvrir ${mois} à ${structures(n)}${n < total ? ` sur ${total}` : ''}\u202f?`
      },
      titreFait: (mois: string, n: number, total: number) =>
        `${enTete(mois)} rouvert à ${structures(n)}${n < total ? ` sur ${total}` : ''}`,
      aide: (jusqua: string) =>
        `La saisie leur sera ouverte jusqu’au ${formatDate(jusqua)} compris, et chacune sera prévenue.`,
      fait: (n: number) =>
        n > 1 ? `${structures(n)} sont prévenues.` : 'La structure est prévenue.',
      ecartees: (n: number) =>
        formatCompte(
          n,
          'structure choisie est laissée de côté',
          'structures choisies sont laissées de côté',
        ),
      liste: 'Structures de cette réouverture',
      aRouvrir: (jusqua: string) => `à rouvrir jusqu’au ${formatDate(jusqua)}`,
      rouverte: (jusqua: string) => `rouvert jusqu’au ${formatDate(jusqua)}`,
      revenir: 'Revenir',
      bouton: (n: number) => `Rouvrir à ${structures(n)}`,
      fermer: 'Fermer',
    },
  },
  echec: 'Erreur\u00a0: rien n’a été enregistré',
  reseau:
    'La connexion est interrompue. Ce que vous avez saisi est gardé\u00a0: réessayez dans un instant.',
  recharger: 'Recharger',
  recharge: 'Les données ont été relues. Ce que vous avez saisi est gardé.',
} as const
