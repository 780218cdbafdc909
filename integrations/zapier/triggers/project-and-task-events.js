'use strict';

const { eventFields, hook } = require('./hook');
const { projectSample, taskSample } = require('./samples');

/** The events of projects and tasks, by the names the interface gives them, letter for letter. */
const named = [
  { type: 'project.created', label: 'Projet créé', happens: 'a project is created' },
  { type: 'project.updated', label: 'Projet modifié', happens: 'a project is modified' },
  { type: 'project.deleted', label: 'Projet supprimé', happens: 'a project is deleted' },
  { type: 'task.created', label: 'Tâche créée', happens: 'a task is created' },
  { type: 'task.updated', label: 'Tâche modifié', happens: 'a task is modified' },
  { type: 'task.deleted', label: 'Tache supprimée', happens: 'a task is deleted' },
];

const field = (key, label) => ({ key, label, type: 'string' });
const ofProject = [
  field('project__id', 'Project ID'),
  field('project__name', 'Project Name'),
  field('project__amount', 'Project Amount (Cents)'),
  field('project__dueDate', 'Project Due Date'),
  field('project__category', 'Project Column'),
];
const ofTask = [
  field('task__id', 'Task ID'),
  field('task__name', 'Task Name'),
  field('task__priority', 'Task Priority'),
  field('task__dueDate', 'Task Due Date'),
  field('task__opportunityId', 'Project ID'),
];

/** A trigger each, so that the six are found by their names. */
const projectAndTaskEvents = named.map(({ type, label, happens }) => {
  const isTask = type.startsWith('task.');
  return hook({
    key: type.replace('.', '_'),
    noun: isTask ? 'Task' : 'Project',
    display: { label, description: `Triggers when ${happens}.` },
    eventsOf: () => [type],
    sample: isTask ? taskSample(type, label) : projectSample(type, label),
    outputFields: [...eventFields, ...(isTask ? ofTask : ofProject)],
  });
});

module.exports = { projectAndTaskEvents };
