import { EchecApi, messageDe } from '../../api/envoi.ts'
import { Alerte } from '../../ui/Alerte.tsx'
import { textesModele } from './modele.textes.ts'

/** Beyond, the file is not one to mend fault by fault. */
const FAUTES_MAX = 20

/** Why a file was not read, or nothing was made of it: the sentence, and what is wrong where. */
export function RefusFichier({ echec, titre }: { echec: unknown; titre: string }) {
  const details = echec instanceof EchecApi ? echec.details : []
  return (
    <Alerte gravite="error" role="alert" titre={titre}>
      <p>{messageDe(echec, textesModele.refusFichier.reseau)}</p>
      {details.length > 0 && (
        <ul className="mdl-refus">
          {details.slice(0, FAUTES_MAX).map(({ chemin, libelle }) => (
            <li key={`${chemin} ${libelle}`}>{libelle}</li>
          ))}
        </ul>
      )}
    </Alerte>
  )
}
