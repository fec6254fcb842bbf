import { z } from 'zod'

/**
 * The closed list of refusals: code → HTTP status and French sentence. `{nom}` in a sentence is
 * filled by the argument of that name. Nothing else is ever sent, but a 500 with its trace.
 */
export const ERREURS = {
  REQUETE_INVALIDE: [400, 'La demande est incomplète ou mal formée. Vérifiez les champs indiqués.'],
  JSON_INVALIDE: [400, 'Le contenu envoyé n’est pas lisible. Rechargez la page et réessayez.'],
  JETON_ABSENT: [401, 'Vous n’êtes pas connecté. Connectez-vous pour continuer.'],
  JETON_EXPIRE: [401, 'Votre session a expiré. Reconnectez-vous pour continuer.'],
  IDENTIFIANTS_INVALIDES: [401, 'Identifiant ou mot de passe incorrect.'],
  VERIFICATION_REQUISE: [401, 'Saisissez le code de vérification à six chiffres.'],
  COMPTE_BLOQUE: [403, 'Votre compte est bloqué. Contactez la direction centrale.'],
  MOT_DE_PASSE_A_CHANGER: [403, 'Changez d’abord votre mot de passe.'],
  DROIT_INSUFFISANT: [
    403,
    'Vous n’avez pas le droit d’effectuer cette action. Contactez la DPPS si vous pensez qu’il s’agit d’une erreur.',
  ],
  DOUBLE_REGARD: [403, 'Ce rapport a été validé par vous : une autre personne doit l’approuver.'],
  ADRESSE_INCONNUE: [404, 'Cette adresse n’existe pas.'],
  FORMULAIRE_INTROUVABLE: [404, 'Ce rapport n’existe pas, ou vous n’y avez pas accès.'],
  PUBLICATION_INTROUVABLE: [404, 'Cette version publiée du rapport n’existe pas.'],
  STRUCTURE_INTROUVABLE: [404, 'Cette structure n’existe pas, ou vous n’y avez pas accès.'],
  CODIFICATION_INTROUVABLE: [404, 'Cette liste de codes n’existe pas.'],
  FORMULAIRE_EXISTANT: [409, 'Un rapport existe déjà pour ce mois : {numero}. Ouvrez-le.'],
  TRANSITION_INTERDITE: [
    409,
    'Cette action n’est pas possible : le rapport est à l’état « {etat} ».',
  ],
  VERSION_PERIMEE: [
    409,
    'Ce rapport a été modifié par une autre personne à {heure}. Rechargez-le avant de continuer.',
  ],
  CELLULES_EN_CONFLIT: [
    409,
    'Ce rapport a été modifié par une autre personne à {heure}. Choisissez, pour chaque case, la valeur à garder.',
  ],
  MOIS_VERROUILLE: [409, 'La saisie {dePeriode} est close. Demandez à la DPPS de rouvrir ce mois.'],
  CORPS_TROP_GRAND: [413, 'L’envoi est trop volumineux ({limite} au plus).'],
  TYPE_NON_ACCEPTE: [415, 'Ce type de contenu n’est pas accepté. Envoyez du JSON.'],
  FORMULAIRE_NON_ATTENDU: [
    422,
    'Aucun rapport {modele} n’est attendu de cette structure pour {periode}.',
  ],
  MODELE_INCONNU: [422, 'Le modèle de formulaire « {modele} » n’existe pas.'],
  SAISIE_INVALIDE: [422, 'Certaines valeurs ne peuvent pas être enregistrées. Corrigez-les.'],
  CELLULE_INCONNUE: [422, 'La case « {cellule} » n’existe pas dans ce rapport.'],
  CELLULE_CALCULEE: [422, 'La case « {libelle} » est calculée : elle ne se saisit pas.'],
  VALEUR_INVALIDE: [422, '{message}'],
  VALEUR_TROP_GRANDE: [422, '{message}'],
  JUSTIFICATION_INVALIDE: [422, 'Rédigez une explication d’au moins 10 caractères.'],
  CONTROLE_INCONNU: [422, 'Ce contrôle n’existe pas dans ce rapport.'],
  FORMULAIRE_INCOMPLET: [422, 'Le rapport ne peut pas encore être soumis. {resume}'],
  MOTIF_REQUIS: [422, 'Indiquez le motif, et ce qui doit être corrigé.'],
  MOTIF_INCONNU: [422, 'Ce motif n’existe pas. Choisissez un motif dans la liste.'],
  CONFIRMATION_REQUISE: [
    422,
    'Le mois {dePeriode} n’est pas terminé. Confirmez que le rapport est définitif.',
  ],
  REMARQUE_INTROUVABLE: [422, 'Cette remarque n’existe pas dans ce rapport.'],
  ANNULATION_IMPOSSIBLE: [409, 'Un rapport déjà diffusé ne peut pas être annulé.'],
  MOT_DE_PASSE_FAIBLE: [422, 'Ce mot de passe est trop faible. {raison}'],
  ANCIEN_MOT_DE_PASSE_INCORRECT: [422, 'Le mot de passe actuel est incorrect.'],
  TROP_DE_TENTATIVES: [
    429,
    'Trop de tentatives. Réessayez dans {minutes} ou réinitialisez votre mot de passe.',
  ],
  TROP_DE_DEMANDES: [429, 'Trop de demandes en peu de temps. Réessayez dans {minutes}.'],
  SERVICE_OCCUPE: [503, 'Le service est momentanément occupé. Réessayez dans quelques instants.'],
  ERREUR_INTERNE: [
    500,
    'Une erreur est survenue de notre côté (référence {trace}). Réessayez ; si le problème persiste, écrivez au support.',
  ],
} as const satisfies Record<string, readonly [number, string]>

export type CodeErreur = keyof typeof ERREURS

export const zDetail = z.object({ chemin: z.string(), code: z.string(), libelle: z.string() })
export type Detail = z.infer<typeof zDetail>

/** Body of every failure. */
export const zEchec = z.object({
  code: z.string(),
  libelle: z.string(),
  details: z.array(zDetail).optional(),
  trace: z.string(),
})
export type Echec = z.infer<typeof zEchec>

/** The French sentence of a code, its `{places}` filled. */
export function libelleErreur(code: CodeErreur, valeurs: Record<string, string> = {}): string {
  return ERREURS[code][1].replace(/\{(\w+)\}/g, (_, nom: string) => valeurs[nom] ?? '')
}
