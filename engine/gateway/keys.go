package gateway

import "errors"

// keys are the API keys of the run; second may be empty.
type keys struct {
	first, second string
}

// authorization returns the value of the header for a credential, or nothing.
func (k keys) authorization(a access, credential string) string {
	key := map[string]string{"first": k.first, "second": k.second}[credential]
	if a.Key == nil || key == "" || a.Key.Scheme == "" {
		return key
	}
	return a.Key.Scheme + " " + key
}

// check refuses a credential whose key the run does not have.
func (k keys) check(a access, credential string) error {
	switch {
	case a.Key == nil:
		return nil
	case credential == "first" && k.first == "":
		return errors.New("there is no API key: set ASSAY_API_KEY, or use the credential none")
	case credential == "second" && k.second == "":
		return errors.New("there is no second API key: set ASSAY_API_KEY_2")
	default:
		return nil
	}
}
