import { type Body, optionalBoolean } from '../http/fields.ts';
import { isObject } from '../http/json.ts';
import { Refusal } from '../http/refusal.ts';
import type { Tool, ToolRequest } from '../models/tools.ts';

/** A choice of one tool leaves only that one, and requires it. */
export function checkTools(body: Body, prompt: string): ToolRequest {
  const tools = offeredTools(body.tools ?? []);
  const parallel_tool_calls = body.parallel_tool_calls ?? true;
  const parallel = optionalBoolean({ parallel_tool_calls }, 'parallel_tool_calls');
  const choice = body.tool_choice ?? 'auto';
  if (choice === 'none' || choice === 'auto') return { tools, choice, parallel, prompt };
  const name = isObject(choice) && isObject(choice.function) ? choice.function.name : undefined;
  const chosen = choice === 'required' ? tools : tools.filter((tool) => tool.name === name);
  if (chosen.length > 0) return { tools: chosen, choice: 'required', parallel, prompt };
  throw Refusal.badField('tool_choice', 'tool_choice must be none, auto, required or a tool.');
}

function offeredTools(tools: unknown): readonly Tool[] {
  if (!Array.isArray(tools)) throw Refusal.badField('tools', 'tools must be an array.');
  return tools.map((tool: unknown, index) => {
    const { type, function: called } = isObject(tool) ? tool : {};
    const { name, parameters } = type === 'function' && isObject(called) ? called : {};
    if (typeof name === 'string' && name !== '') return { name, parameters };
    throw Refusal.badField(`tools[${index}]`, `tools[${index}] must be a function with a name.`);
  });
}

/**
 * Refuses the result of a call that no message before it made.
 * @param paramOf names the id of a message, for the refusal
 */
export function checkResults(
  messages: readonly Body[],
  paramOf = (index: number) => `messages[${index}].tool_call_id`,
): void {
  const made = new Set<unknown>();
  for (const [index, { role, tool_calls: calls, tool_call_id: id }] of messages.entries()) {
    for (const call of Array.isArray(calls) ? calls : []) if (isObject(call)) made.add(call.id);
    if (role !== 'tool' || made.has(id)) continue;
    const param = paramOf(index);
    throw Refusal.badField(param, `${param} must be the id of an earlier call.`);
  }
}
