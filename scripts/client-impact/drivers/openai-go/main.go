// Makes the calls of openai-go, as its documentation writes them; the protocol is that of driver.mjs.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/packages/param"
	"github.com/openai/openai-go/v3/responses"
	"github.com/openai/openai-go/v3/shared"
)

const (
	poll = 40 * time.Millisecond
	// Enough for the calls and the answer; a fault may call tools forever.
	turns = 3
)

// task is one line of standard input; a step is a verb and the body of its request.
type task struct {
	ID           int
	Steps        [][]json.RawMessage
	Address, Key string
}

type body struct {
	Model, System, Prompt, Image, Size, Seconds, Name, Latin1 string
	Format                                                    string `json:"response_format"`
	Temperature                                               *float64
	N                                                         *int64
	Messages                                                  []struct{ Role, Content string }
	Functions                                                 []function
}

type function struct {
	Name       string
	Parameters map[string]any
}

type object map[string]any

type called struct {
	Name string `json:"name"`
	Args any    `json:"args"`
}

var ctx = context.Background()

var river = object{
	"type":                 "object",
	"properties":           object{"name": object{"type": "string"}, "length": object{"type": "number"}},
	"required":             []string{"name", "length"},
	"additionalProperties": false,
}

type verb func(client openai.Client, asked body) (any, error)

var verbs = map[string]verb{
	"chat": func(client openai.Client, asked body) (any, error) {
		return client.Chat.Completions.New(ctx, chatOf(asked))
	},
	"chat-stream":        chatStream,
	"tool-loop":          func(client openai.Client, asked body) (any, error) { return looped(asked, whole(client)) },
	"tool-stream-loop":   func(client openai.Client, asked body) (any, error) { return looped(asked, joined(client)) },
	"parsed-chat":        parsedChat,
	"response":           response,
	"response-stream":    responseStream,
	"response-tool-loop": responseLoop,
	"parsed-response":    parsedResponse,
	"image": func(client openai.Client, asked body) (any, error) {
		return client.Images.Generate(ctx, openai.ImageGenerateParams{
			Model: asked.Model, Prompt: asked.Prompt, Size: openai.ImageGenerateParamsSize(asked.Size),
		})
	},
	"transcription": func(client openai.Client, asked body) (any, error) {
		audio := openai.File(strings.NewReader(asked.Latin1), asked.Name, "audio/wav")
		return client.Audio.Transcriptions.New(ctx, openai.AudioTranscriptionNewParams{Model: asked.Model, File: audio})
	},
	"formatted-transcription": formattedTranscription,
	"whole-video":             wholeVideo,
}

// formattedTranscription returns a text as it is, and JSON as its members.
func formattedTranscription(client openai.Client, asked body) (any, error) {
	params := openai.AudioTranscriptionNewParams{
		Model:          asked.Model,
		File:           openai.File(strings.NewReader(asked.Latin1), asked.Name, "audio/wav"),
		ResponseFormat: openai.AudioResponseFormat(asked.Format),
	}
	if asked.Format == "verbose_json" {
		return client.Audio.Transcriptions.New(ctx, params)
	}
	var text string
	_, err := client.Audio.Transcriptions.New(ctx, params, option.WithResponseBodyInto(&text))
	return text, err
}

func chatOf(asked body) openai.ChatCompletionNewParams {
	messages := []openai.ChatCompletionMessageParamUnion{}
	if asked.System != "" {
		messages = append(messages, openai.SystemMessage(asked.System))
	}
	for _, message := range asked.Messages {
		if message.Role == "assistant" {
			messages = append(messages, openai.AssistantMessage(message.Content))
		} else {
			messages = append(messages, openai.UserMessage(message.Content))
		}
	}
	if asked.Image != "" {
		messages = append(messages, openai.UserMessage([]openai.ChatCompletionContentPartUnionParam{
			openai.TextContentPart(asked.Prompt),
			openai.ImageContentPart(openai.ChatCompletionContentPartImageImageURLParam{URL: asked.Image}),
		}))
	} else if asked.Prompt != "" {
		messages = append(messages, openai.UserMessage(asked.Prompt))
	}
	params := openai.ChatCompletionNewParams{Model: asked.Model, Messages: messages}
	if asked.Temperature != nil {
		params.Temperature = openai.Float(*asked.Temperature)
	}
	if asked.N != nil {
		params.N = openai.Int(*asked.N)
	}
	return params
}

type ask func(openai.ChatCompletionNewParams) (*openai.ChatCompletion, error)

func whole(client openai.Client) ask {
	return func(params openai.ChatCompletionNewParams) (*openai.ChatCompletion, error) {
		return client.Chat.Completions.New(ctx, params)
	}
}

func joined(client openai.Client) ask {
	return func(params openai.ChatCompletionNewParams) (*openai.ChatCompletion, error) {
		stream := client.Chat.Completions.NewStreaming(ctx, params)
		joined := openai.ChatCompletionAccumulator{}
		for stream.Next() {
			if !joined.AddChunk(stream.Current()) {
				return nil, errors.New("a chunk cannot be added")
			}
		}
		return &joined.ChatCompletion, stream.Err()
	}
}

func chatStream(client openai.Client, asked body) (any, error) {
	params := chatOf(asked)
	params.StreamOptions.IncludeUsage = openai.Bool(true)
	chat, err := joined(client)(params)
	if err != nil {
		return nil, err
	}
	choice := chat.Choices[0]
	return object{"text": choice.Message.Content, "finish_reason": choice.FinishReason, "usage": chat.Usage.TotalTokens}, nil
}

// looped runs the functions that the answer calls.
func looped(asked body, ask ask) (any, error) {
	params := chatOf(asked)
	for _, each := range asked.Functions {
		params.Tools = append(params.Tools, openai.ChatCompletionFunctionTool(shared.FunctionDefinitionParam{
			Name: each.Name, Parameters: each.Parameters, Strict: openai.Bool(true),
		}))
	}
	calls := []called{}
	for range turns {
		chat, err := ask(params)
		if err != nil {
			return nil, err
		}
		message := chat.Choices[0].Message
		if len(message.ToolCalls) == 0 {
			return object{"called": calls, "text": message.Content}, nil
		}
		params.Messages = append(params.Messages, message.ToParam())
		for _, call := range message.ToolCalls {
			calls = append(calls, called{call.Function.Name, json.RawMessage(call.Function.Arguments)})
			params.Messages = append(params.Messages, openai.ToolMessage("It is long.", call.ID))
		}
	}
	return object{"called": calls}, nil
}

func parsedChat(client openai.Client, asked body) (any, error) {
	params := chatOf(asked)
	params.ResponseFormat.OfJSONSchema = &shared.ResponseFormatJSONSchemaParam{
		JSONSchema: shared.ResponseFormatJSONSchemaJSONSchemaParam{Name: "river", Schema: river, Strict: openai.Bool(true)},
	}
	chat, err := client.Chat.Completions.New(ctx, params)
	if err != nil {
		return nil, err
	}
	return parsed(chat.Choices[0].Message.Content)
}

func parsed(text string) (any, error) {
	var value struct {
		Name   string  `json:"name"`
		Length float64 `json:"length"`
	}
	err := json.Unmarshal([]byte(text), &value)
	return value, err
}

func responseOf(asked body) responses.ResponseNewParams {
	params := responses.ResponseNewParams{Model: asked.Model}
	params.Input.OfString = openai.String(asked.Prompt)
	if asked.Image != "" {
		picture := responses.ResponseInputContentParamOfInputImage(responses.ResponseInputImageDetailAuto)
		picture.OfInputImage.ImageURL = openai.String(asked.Image)
		content := responses.ResponseInputMessageContentListParam{
			responses.ResponseInputContentParamOfInputText(asked.Prompt), picture,
		}
		params.Input = items(responses.ResponseInputItemParamOfMessage(content, responses.EasyInputMessageRoleUser))
	}
	if asked.System != "" {
		params.Instructions = openai.String(asked.System)
	}
	return params
}

func items(list ...responses.ResponseInputItemUnionParam) responses.ResponseNewParamsInputUnion {
	return responses.ResponseNewParamsInputUnion{OfInputItemList: list}
}

func response(client openai.Client, asked body) (any, error) {
	response, err := client.Responses.New(ctx, responseOf(asked))
	if err != nil {
		return nil, err
	}
	return object{"text": response.OutputText(), "status": response.Status, "usage": response.Usage.TotalTokens}, nil
}

func responseStream(client openai.Client, asked body) (any, error) {
	stream := client.Responses.NewStreaming(ctx, responseOf(asked))
	text, status := "", ""
	for stream.Next() {
		event := stream.Current()
		switch event.Type {
		case "response.output_text.delta":
			text += event.Delta
		case "response.completed":
			status = string(event.Response.Status)
		}
	}
	return object{"text": text, "status": status}, stream.Err()
}

func responseLoop(client openai.Client, asked body) (any, error) {
	params := responseOf(asked)
	params.Input = items(responses.ResponseInputItemParamOfMessage(asked.Prompt, responses.EasyInputMessageRoleUser))
	for _, each := range asked.Functions {
		params.Tools = append(params.Tools, responses.ToolParamOfFunction(each.Name, each.Parameters, true))
	}
	calls := []called{}
	for range turns {
		response, err := client.Responses.New(ctx, params)
		if err != nil {
			return nil, err
		}
		before := len(calls)
		for _, item := range response.Output {
			if item.Type != "function_call" {
				continue
			}
			call := item.AsFunctionCall()
			calls = append(calls, called{call.Name, json.RawMessage(call.Arguments)})
			made := responses.ResponseInputItemParamOfFunctionCall(call.Arguments, call.CallID, call.Name)
			result := responses.ResponseInputItemParamOfFunctionCallOutput("It is long.")
			result.OfFunctionCallOutput.CallID = param.NewOpt(call.CallID)
			params.Input.OfInputItemList = append(params.Input.OfInputItemList, made, result)
		}
		if len(calls) == before {
			return object{"called": calls, "text": response.OutputText()}, nil
		}
	}
	return object{"called": calls}, nil
}

func parsedResponse(client openai.Client, asked body) (any, error) {
	params := responseOf(asked)
	params.Text.Format = responses.ResponseFormatTextConfigParamOfJSONSchema("river", river)
	params.Text.Format.OfJSONSchema.Strict = openai.Bool(true)
	response, err := client.Responses.New(ctx, params)
	if err != nil {
		return nil, err
	}
	return parsed(response.OutputText())
}

func wholeVideo(client openai.Client, asked body) (any, error) {
	video, err := client.Videos.New(ctx, openai.VideoNewParams{
		Model: openai.VideoModel(asked.Model), Prompt: asked.Prompt, Seconds: openai.VideoSeconds(asked.Seconds),
	})
	for err == nil && (video.Status == "queued" || video.Status == "in_progress") {
		time.Sleep(poll)
		video, err = client.Videos.Get(ctx, video.ID)
	}
	if err != nil {
		return nil, err
	}
	content, err := client.Videos.DownloadContent(ctx, video.ID, openai.VideoDownloadContentParams{})
	if err != nil {
		return nil, err
	}
	defer content.Body.Close()
	bytes, err := io.ReadAll(content.Body)
	if err != nil {
		return nil, err
	}
	_, err = client.Videos.Delete(ctx, video.ID)
	return object{"status": video.Status, "bytes": len(bytes)}, err
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		answer(lines.Bytes())
	}
}

func answer(line []byte) {
	var asked task
	requests := 0
	err := json.Unmarshal(line, &asked)
	count := func(request *http.Request, next option.MiddlewareNext) (*http.Response, error) {
		if request.Method != http.MethodGet {
			requests++
		}
		return next(request)
	}
	client := openai.NewClient(
		option.WithAPIKey(asked.Key), option.WithBaseURL(asked.Address), option.WithMaxRetries(1),
		option.WithRequestTimeout(2*time.Second), option.WithMiddleware(count),
	)
	results := []any{}
	for _, step := range asked.Steps {
		if err != nil {
			break
		}
		var result any
		result, err = made(client, step)
		results = append(results, result)
	}
	outcome := object{"id": asked.ID}
	switch {
	case err != nil:
		outcome["error"] = object{"name": fmt.Sprintf("%T", err), "message": err.Error()}
	case len(results) == 1:
		outcome["value"] = results[0]
	default:
		outcome["value"] = results
	}
	outcome["requests"] = requests
	text, err := json.Marshal(outcome)
	if err != nil {
		panic(err)
	}
	fmt.Println(string(text))
}

func made(client openai.Client, step []json.RawMessage) (any, error) {
	var name string
	var asked body
	if err := json.Unmarshal(step[0], &name); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(step[1], &asked); err != nil {
		return nil, err
	}
	return verbs[name](client, asked)
}
