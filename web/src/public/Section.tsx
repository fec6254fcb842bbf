import type { ReactNode } from 'react'

type Props = {
  /** Its place in the address: `/#faq`. */
  id?: string
  titre: string
  chapeau?: ReactNode
  /** `large`: the heading stands above, and what follows has the whole width. */
  large?: boolean
  className?: string
  children: ReactNode
}

/** A chapter of the landing page: a rule, its heading in the margin, its matter. */
export function Section({ id, titre, chapeau, large = false, className = '', children }: Props) {
  const forme = large ? 'pub-chapitre pub-chapitre-large' : 'pub-chapitre'
  return (
    <section id={id} className={`pub-cadre ${forme} ${className}`.trim()}>
      <div className="pub-chapitre-tete">
        <h2 tabIndex={-1}>{titre}</h2>
        {chapeau && <p className="pub-chapeau">{chapeau}</p>}
      </div>
      <div>{children}</div>
    </section>
  )
}
