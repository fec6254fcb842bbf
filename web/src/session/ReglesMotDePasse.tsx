import { Icone } from '../ui/Icone.tsx'
import { textesMotDePasse } from './motDePasse.textes.ts'
import './ReglesMotDePasse.css'

/** What a password still lacks, while it is typed. */
export function ReglesMotDePasse({ raisons }: { raisons: readonly string[] }) {
  const { reste, convient } = textesMotDePasse.changement
  return (
    <div className="auth-regles" role="status">
      {raisons.length === 0 ? (
        <p>
          <Icone nom="coche" taille={18} />
          {convient}
        </p>
      ) : (
        <>
          {reste}
          <ul>
            {raisons.map((raison) => (
              <li key={raison}>{raison}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
