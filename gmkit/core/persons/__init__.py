"""What the systems of persons share: characters, drafts, checks that explain themselves, wounds, order, fights.

A system takes the state's base, the facts, the commands, the fold and the verbs from here and says in a `PersonRules`
where it differs. A person goes by its public name in everything that a player may get; no other id leaves the GM.
"""
