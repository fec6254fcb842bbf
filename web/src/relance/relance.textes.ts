import { formatCompte, formatDate } from '../ui/format.ts'

const formulaires = (n: number) => formatCompte(n, 'rapport')
const structures = (n: number) => formatCompte(n, 'structure')
const personnes = (n: number) => formatCompte(n, 'personne')

export const textesRelance = {
  dialogue: {
    titre: 'Relancer les structures',
    bilan: (n: { formulaires: number; structures: number; personnes: number }, courriel: boolean) =>
      `${formulaires(n.formulaires)} de ${structures(n.structures)}\u00a0: ${personnes(n.personnes)} ${n.personnes > 1 ? 'recevront' : 'recevra'} un message, ${courriel ? 'dans la messagerie et par courriel' : 'dans la messagerie'}.`,
    fait: (n: { formulaires: number; structures: number; personnes: number }, courriel: boolean) =>
      `${formatCompte(n.structures, 'structure relancée', 'structures relancées')} pour ${formulaires(n.formulaires)}\u00a0: ${personnes(n.personnes)} ${n.personnes > 1 ? 'reçoivent' : 'reçoit'} un message, ${courriel ? 'dans la messagerie et par courriel' : 'dans la messagerie'}.`,
    titreAvant: (n: number, total: number) => {
      if (n === 0) return 'Aucun rapport à relancer'
      return n === total
        ? `Relancer ${formulaires(n)}\u202f?`
        : `Relancer ${formulaires(n)} sur ${total}\u202f?`
    },
    titreFait: (n: number, total: number) => {
      if (n === 0) return 'Aucun rapport relancé'
      const relances = formatCompte(n, 'rapport relancé', 'rapports relancés')
      return n === total ? relances : `${relances} sur ${total}`
    },
    rien: 'Rien ne sera envoyé\u00a0: aucune de ces lignes ne peut être relancée.',
    trop: (n: number, max: number) =>
      `${formulaires(n)} choisis. Relancez-en au plus ${max} à la fois\u00a0: désélectionnez-en, puis recommencez.`,
    texteAide: 'Facultatif. Le message le donne tel quel, sous votre nom. 500 caractères au plus.',
    envois: 'Qui sera prévenu',
    envoyes: 'Qui est prévenu',
    a: (noms: string) => `À ${noms}`,
    retard: (n: number) => `${formatCompte(n, 'jour')} de retard`,
    echeance: (jour: string) => `attendu le ${formatDate(jour)}`,
    rappels: (n: number, jour: string) =>
      `${formatCompte(n, 'relance')} déjà, la dernière le ${formatDate(jour)}`,
    refus: (n: number) =>
      formatCompte(n, 'ligne choisie est laissée de côté', 'lignes choisies sont laissées de côté'),
    bouton: (n: number) => (n > 0 ? `Relancer ${structures(n)}` : 'Relancer'),
    fermer: 'Fermer',
  },
  premieres: {
    titre: 'Premières relances',
    chapeau: 'Ceux que les prochaines relances du calendrier atteindraient.',
    legende: 'Structures relancées les premières',
    structure: 'Structure',
    rapports: 'Rapports',
    depuis: 'Depuis',
    personnes: 'À qui',
    personne: 'Aucun compte actif\u00a0: personne n’est prévenu.',
    sansDebut: 'La collecte n’a pas encore de début\u00a0: rien n’est attendu, ni relancé.',
    fixer: 'Fixer le début de la collecte',
    rien: 'Rien ne manque\u00a0: aucune structure ne serait relancée.',
    bilan: (
      n: {
        formulaires: number
        structures: readonly unknown[]
        personnes: number
        courriel: boolean
      },
      jour: string,
    ) =>
      `Le ${formatDate(jour)}, ${formulaires(n.formulaires)} de ${structures(n.structures.length)}\u00a0: ${personnes(n.personnes)} ${n.personnes > 1 ? 'recevraient' : 'recevrait'} un message${n.courriel ? ', dans la messagerie et par courriel' : ' dans la messagerie'}.`,
    ouvrirAide:
      'Rien ne part tant que vous ne les avez pas ouvertes. Une fois ouvertes, les relances partent d’elles-mêmes, aux jours que disent les paramètres du calendrier.',
    ouvrir: 'Ouvrir les relances',
    faite: 'Relances du calendrier ouvertes.',
    echec: 'Erreur\u00a0: les relances ne sont pas ouvertes',
    ouvertes: 'Les relances du calendrier sont ouvertes.',
    eteintes:
      'Les relances sont ouvertes, mais le calendrier ne relance pas\u00a0: c’est un réglage.',
    reglages: 'Régler les relances',
  },
  echec: 'Erreur\u00a0: la relance n’est pas partie',
  suspendues: 'Relances suspendues.',
  reprises: 'Relances reprises.',
} as const
