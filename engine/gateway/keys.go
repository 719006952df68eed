package gateway

import "errors"

// keys are the API keys of the run; second may be empty.
type keys struct {
	first, second string
}

// authorization returns the value of the header for a credential, or nothing.
func (k keys) authorization(credential string) string {
	switch credential {
	case "first":
		return "Bearer " + k.first
	case "second":
		return "Bearer " + k.second
	default:
		return ""
	}
}

// check refuses a credential whose key the run does not have.
func (k keys) check(credential string) error {
	switch {
	case credential == "first" && k.first == "":
		return errors.New("there is no API key: set ASSAY_API_KEY, or use the credential none")
	case credential == "second" && k.second == "":
		return errors.New("there is no second API key: set ASSAY_API_KEY_2")
	default:
		return nil
	}
}
