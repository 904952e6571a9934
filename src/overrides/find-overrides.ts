import type { ts } from "ts-morph";
import type { Compiler } from "./compiler.js";
import type { CheckedProgram } from "./program.js";

/** A declaration of the user's in a class that extends the generated one. */
export interface UserMember {
  readonly name: string;
  readonly declaration: ts.Declaration;
  /** The token to point at. */
  readonly place: ts.Node;
  /** The type of the member. */
  readonly type: ts.Type;
}

/** The types of the users' files whose values are servers of the generated class. */
export function serverTypes(compiler: Compiler, program: CheckedProgram): readonly ts.Type[] {
  const { checker, base } = program;
  const found = new Set<ts.Type>();
  if (!base) return [];
  const add = (type: ts.Type | undefined): void => {
    if (type && derivesFrom(checker, type, base)) found.add(type);
  };
  const visit = (node: ts.Node): void => {
    if (compiler.isClassDeclaration(node)) add(checker.getTypeAtLocation(node));
    // A mixin is a call that returns a class, or a class that is an expression.
    else if (compiler.isClassExpression(node) || compiler.isCallExpression(node)) {
      const type = checker.getTypeAtLocation(node);
      for (const signature of type.getConstructSignatures()) add(signature.getReturnType());
    }
    compiler.forEachChild(node, visit);
  };
  for (const file of program.files) visit(file);
  return [...found];
}

/** Whether values of a type are instances of a class or of one that extends it. */
export function derivesFrom(
  checker: ts.TypeChecker,
  type: ts.Type,
  base: ts.Symbol,
  depth = 0,
): boolean {
  if (depth > 50) return false;
  if (type.symbol === base) return true;
  const again = (next: ts.Type): boolean => derivesFrom(checker, next, base, depth + 1);
  if (type.isUnionOrIntersection()) return type.types.some(again);
  if (type.isTypeParameter()) {
    const constraint = checker.getBaseConstraintOfType(type);
    return constraint !== undefined && constraint !== type && again(constraint);
  }
  const { target = type } = type as Partial<ts.TypeReference> & ts.Type;
  return target.isClassOrInterface() && checker.getBaseTypes(target).some(again);
}

/** Returns the declarations in the users' files that a property of a type comes from. */
export function userMembers(
  compiler: Compiler,
  { checker, files }: CheckedProgram,
  type: ts.Type,
  name: string,
): readonly UserMember[] {
  const property = checker.getPropertyOfType(type, name);
  const declarations = property?.declarations ?? [];
  return declarations.flatMap((declaration): readonly UserMember[] => {
    if (!property || !files.includes(declaration.getSourceFile())) return [];
    const place = compiler.getNameOfDeclaration(declaration) ?? declaration;
    const own = declarations.length === 1 ? property : checker.getSymbolAtLocation(place);
    const memberType = checker.getTypeOfSymbolAtLocation(own ?? property, declaration);
    return [{ name, declaration, place, type: memberType }];
  });
}

/** Returns the members with `override` whose class has nothing to override, although a server's class is below it. */
export function overridesOfNothing(
  compiler: Compiler,
  { checker }: CheckedProgram,
  type: ts.Type,
): readonly UserMember[] {
  const bases = type.isClassOrInterface() ? checker.getBaseTypes(type) : [];
  if (bases.length === 0) return [];
  return (type.symbol.declarations ?? []).filter(compiler.isClassLike).flatMap(({ members }) =>
    members.flatMap((member): readonly UserMember[] => {
      const flags = compiler.getCombinedModifierFlags(member);
      const isOverride = (flags & compiler.ModifierFlags.Override) !== 0;
      const isStatic = (flags & compiler.ModifierFlags.Static) !== 0;
      if (!isOverride || isStatic || !member.name) return [];
      const name = nameOf(compiler, member.name);
      if (name === undefined || bases.some((base) => checker.getPropertyOfType(base, name))) {
        return [];
      }
      const memberType = checker.getTypeAtLocation(member);
      return [{ name, declaration: member, place: member.name, type: memberType }];
    }),
  );
}

function nameOf(compiler: Compiler, name: ts.PropertyName): string | undefined {
  if (compiler.isIdentifier(name) || compiler.isStringLiteralLike(name)) return name.text;
  if (compiler.isComputedPropertyName(name) && compiler.isStringLiteralLike(name.expression)) {
    return name.expression.text;
  }
  return undefined;
}
